/**
 * Stores the accounts of this device, with their passkeys. None of the data is secret, and all of
 * it can be recovered from a passkey and the service or the chain.
 *
 * @module
 */
import { MAX_CREDENTIAL_ID_LENGTH, MAX_NAME_LENGTH } from "../../ground/limits.ts";
import { type Address, type Hex, isAddressEqual, isHex } from "viem";
import { isDerived } from "../../account/address.ts";
import type { AccountJson } from "../../wire/values.ts";
import { isAccount } from "../../wire/account_json.ts";
import { storedList } from "./stored_list.ts";
import { isRpId } from "../../passkey/related.ts";
import type { Storage } from "../../lib/storage.ts";

/** One account on this device. */
export interface AccountRecord {
  /** The passkey's credential id, base64url. */
  readonly credentialId: string;
  /**
   * The passkey's RP ID if it is not the page's own, but that of the host that the page continues.
   */
  readonly rpId?: string;
  /** The passkey's public key x‖y, 64 bytes. */
  readonly publicKey: Hex;
  readonly account: AccountJson;
  /** Index of the passkey among the account's owners. */
  readonly ownerIndex: number;
  /** Name that the user chose. */
  readonly name: string;
  /** Unix seconds at which the user last changed the name. */
  readonly renamed?: number;
  /** ENS name, as the service last reported it. */
  readonly ens?: string;
  /** Unix seconds of the last use. */
  readonly lastUsed: number;
  /** True once the service confirmed the registration; until then each use registers again. */
  readonly registered: boolean;
  /** True if the passkey is synced beyond this device. */
  readonly backedUp: boolean;
  /** 16 bytes that identify the provider of a passkey that was created on this device. */
  readonly aaguid?: Hex;
}

/** Store of the accounts of this device. */
export interface AccountBook {
  /** Lists all accounts, last used first. */
  list(): readonly AccountRecord[];
  /** Returns the account at an address. */
  at(address: Address): AccountRecord | undefined;
  /** Returns the account of a passkey. */
  of(credentialId: string): AccountRecord | undefined;
  /** Adds or replaces an account. */
  put(record: AccountRecord): void;
  /** Removes an account from this device. */
  forget(credentialId: string): void;
}

const MAX_ACCOUNTS = 50;

/** Opens the accounts in a storage. */
export function accountBook(storage: Storage, key = "acct.accounts.1"): AccountBook {
  const list = storedList(
    storage,
    key,
    (entries) => entries.filter(isRecord).sort((a, b) => b.lastUsed - a.lastUsed),
  );
  const write = (records: readonly AccountRecord[]) =>
    void storage.set(key, JSON.stringify(records.slice(0, MAX_ACCOUNTS)));
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

/** Checks a stored record; its address must be derived from its owners. */
function isRecord(value: unknown): value is AccountRecord {
  const record = value as AccountRecord | null;
  return typeof record === "object" && record !== null &&
    typeof record.credentialId === "string" && /^[\w-]+$/.test(record.credentialId) &&
    record.credentialId.length <= MAX_CREDENTIAL_ID_LENGTH &&
    (record.rpId === undefined || isRpId(record.rpId)) &&
    isHex(record.publicKey) && record.publicKey.length === 130 &&
    isAccount(record.account) && isDerived(record.account) && Number.isInteger(record.ownerIndex) &&
    record.ownerIndex >= 0 &&
    typeof record.name === "string" &&
    (record.renamed === undefined || Number.isSafeInteger(record.renamed)) &&
    (record.ens === undefined ||
      (typeof record.ens === "string" && record.ens.length <= MAX_NAME_LENGTH)) &&
    Number.isFinite(record.lastUsed) &&
    typeof record.registered === "boolean" && typeof record.backedUp === "boolean" &&
    (record.aaguid === undefined || isHex(record.aaguid));
}
