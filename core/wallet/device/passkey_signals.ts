/**
 * Signals changed passkeys to the browser (WebAuthn's Signal API). It requires a proof: a signed
 * owner change that is on every network, or a signature that this device has verified.
 *
 * @module
 */
import type { Ceremony } from "../../passkey/browser/ceremony.ts";
import type { OwnersView } from "../../protocol/methods/account/acct_get_owners.ts";
import type { Address } from "../../lib/hex.ts";
import { cleanText } from "../../lib/text.ts";
import { MAX_NAME_LENGTH } from "../../ground/limits.ts";
import type { AccountRecord } from "./accounts.ts";
import type { RemovedBook } from "./removed.ts";

/** Bytes of a `user.id` of this wallet. */
const USER_ID_LENGTH = 37;

/** Parts that signal. */
export interface Signals {
  readonly ceremony: Ceremony;
  readonly rpId: string;
  readonly removed: RemovedBook;
}

/** Signals removed passkeys as unknown once they are not owners on any network. */
export function signalRemoved(
  { ceremony, rpId, removed }: Signals,
  account: Address,
  { owners, chains }: OwnersView,
): void {
  // On networks without the removal, the passkey still opens the account.
  if (chains.length === 0 || chains.some(({ state }) => state !== "done")) return;
  for (const { credentialId, owner, rpId: other } of removed.of(account)) {
    if (owners.some((each) => each.owner.toLowerCase() === owner.toLowerCase())) {
      // The passkey was added again.
      removed.forget(credentialId);
      continue;
    }
    ceremony.forget?.(other ?? rpId, credentialId);
    removed.forget(credentialId);
  }
}

/** Signals a passkey that has just signed as accepted, with the account's current name. */
export function signalUsed(
  { ceremony, rpId: own }: Pick<Signals, "ceremony" | "rpId">,
  { credentialId, rpId = own, ens, name: given }: Pick<
    AccountRecord,
    "credentialId" | "rpId" | "ens" | "name"
  >,
  userId: Uint8Array | null,
): void {
  const name = cleanText(ens ?? given, MAX_NAME_LENGTH);
  if (userId === null || userId.length !== USER_ID_LENGTH || name === "") return;
  ceremony.describe?.({ rpId, credentialId, userId, name });
}
