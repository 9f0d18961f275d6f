/**
 * Stores passkeys that were removed from an account until every network has the removal. Only then
 * does the wallet signal to the browser that they are obsolete.
 *
 * @module
 */
import { type Address, type Hex, isAddress, isAddressEqual, isHex } from "viem";
import { storedList } from "./stored_list.ts";
import { isRpId } from "../../passkey/related.ts";
import type { Storage } from "../../lib/storage.ts";
import { MAX_CREDENTIAL_ID_LENGTH } from "../../ground/limits.ts";

/** A passkey that was removed from an account. */
export interface RemovedPasskey {
  readonly account: Address;
  /** Credential id of the passkey, base64url. */
  readonly credentialId: string;
  /** RP ID of the passkey, if it is not the page's own. */
  readonly rpId?: string;
  /** Public key x‖y of the passkey. */
  readonly owner: Hex;
}

/** Store of removed passkeys. */
export interface RemovedBook {
  /** Lists the removed passkeys of an account. */
  of(account: Address): readonly RemovedPasskey[];
  /** Adds one. */
  put(removed: RemovedPasskey): void;
  /** Forgets one. */
  forget(credentialId: string): void;
}

const MAX_REMOVED = 50;

/** Opens the removed passkeys in a storage. */
export function removedBook(storage: Storage, key = "acct.removed.1"): RemovedBook {
  const list = storedList(storage, key, (entries) => entries.filter(isRemoved));
  const write = (all: readonly RemovedPasskey[]) =>
    void storage.set(key, JSON.stringify(all.slice(0, MAX_REMOVED)));
  const others = (credentialId: string) =>
    list().filter((each) => each.credentialId !== credentialId);
  return {
    of: (account) => list().filter((each) => isAddressEqual(each.account, account)),
    put: (removed) => write([removed, ...others(removed.credentialId)]),
    forget: (credentialId) => write(others(credentialId)),
  };
}

function isRemoved(value: unknown): value is RemovedPasskey {
  const { account, credentialId, rpId, owner } = (value ?? {}) as Partial<RemovedPasskey>;
  return typeof account === "string" && isAddress(account, { strict: false }) &&
    typeof credentialId === "string" && credentialId.length <= MAX_CREDENTIAL_ID_LENGTH &&
    (rpId === undefined || isRpId(rpId)) &&
    isHex(owner) && owner.length === 130;
}
