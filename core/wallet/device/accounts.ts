/**
 * The accounts that this device knows: which passkey belongs to which. It holds nothing secret, and
 * everything in it can be found again from a passkey and the service or the chain.
 *
 * @module
 */
import { type Address, type Hex, isAddressEqual, isHex } from "viem";
import { isDerived } from "../../account/address.ts";
import type { AccountJson } from "../../protocol/service/mod.ts";
import { isAccount } from "../../lib/account_json.ts";
import { readJson } from "../../lib/json.ts";
import type { Storage } from "../../lib/storage.ts";

/** What is remembered of one account. */
export interface AccountRecord {
  /** The passkey's id, base64url. */
  readonly credentialId: string;
  /** Its key x‖y, 64 bytes. */
  readonly publicKey: Hex;
  /** The account. */
  readonly account: AccountJson;
  /** Which owner of the account the passkey is. */
  readonly ownerIndex: number;
  /** What the person called it. */
  readonly name: string;
  /** Its ENS name, as the service last said. */
  readonly ens?: string;
  /** Unix seconds of the last use. */
  readonly lastUsed: number;
  /** Whether the service has confirmed to know the passkey; if not, the next use tells it again. */
  readonly registered: boolean;
  /** Whether the passkey is known to exist on more than this device. */
  readonly backedUp: boolean;
}

/** The accounts of this device. */
export interface AccountBook {
  /** All of them, last used first. */
  list(): readonly AccountRecord[];
  /** The one at an address. */
  at(address: Address): AccountRecord | undefined;
  /** The one of a passkey. */
  of(credentialId: string): AccountRecord | undefined;
  /** Adds or replaces one. */
  put(record: AccountRecord): void;
  /** Forgets one on this device. */
  forget(credentialId: string): void;
}

const MAX = 50;

/** Opens the book in a store. */
export function accountBook(storage: Storage, key = "acct.accounts.1"): AccountBook {
  const list = () =>
    (readJson(storage, key, Array.isArray) ?? []).filter(isRecord)
      .sort((a, b) => b.lastUsed - a.lastUsed);
  const write = (records: readonly AccountRecord[]) =>
    void storage.set(key, JSON.stringify(records.slice(0, MAX)));
  return {
    list,
    at: (address) => list().find((record) => isAddressEqual(record.account.address, address)),
    of: (credentialId) => list().find((record) => record.credentialId === credentialId),
    put: (record) =>
      write([record, ...list().filter((other) => other.credentialId !== record.credentialId)]),
    forget: (credentialId) =>
      write(list().filter((record) => record.credentialId !== credentialId)),
  };
}

/** Whether a stored value is whole; an address that does not follow from its owners is not. */
function isRecord(value: unknown): value is AccountRecord {
  const record = value as AccountRecord | null;
  return typeof record === "object" && record !== null &&
    typeof record.credentialId === "string" && /^[\w-]{1,1400}$/.test(record.credentialId) &&
    isHex(record.publicKey) && record.publicKey.length === 130 &&
    isAccount(record.account) && isDerived(record.account) && Number.isInteger(record.ownerIndex) &&
    record.ownerIndex >= 0 &&
    typeof record.name === "string" &&
    (record.ens === undefined || (typeof record.ens === "string" && record.ens.length <= 255)) &&
    Number.isFinite(record.lastUsed) &&
    typeof record.registered === "boolean" && typeof record.backedUp === "boolean";
}
