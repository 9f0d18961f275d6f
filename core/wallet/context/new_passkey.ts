/** Creates passkeys. @module */
import { hexToBytes } from "viem";
import { cleanText } from "../../lib/text.ts";
import {
  checkAttestation,
  type CreatedCredential,
  type NewPasskey,
} from "../../passkey/attestation.ts";
import { MAX_ACCOUNT_NAME_LENGTH } from "../../ground/limits.ts";
import { expected, userIdOf, type WalletContext } from "./context.ts";
import type { AccountRecord } from "../device/accounts.ts";

/** A passkey that was created for an account, and is not an owner of it yet. */
export interface CreatedPasskey extends NewPasskey {
  /** Name of the passkey on this device. */
  readonly name: string;
}

/** Parts of a wallet that create passkeys. */
export type PasskeyMaker = Pick<
  WalletContext,
  "ceremony" | "accounts" | "rpId" | "origin" | "topOrigin"
>;

/** A passkey to create. */
export interface PasskeyToMake {
  /** `user.id`. */
  readonly userId: Uint8Array;
  readonly name: string;
  /** Ids of passkeys on authenticators that must not create another one. */
  readonly exclude?: readonly string[];
  /** Called with a passkey that was created after the signal aborted the request. */
  readonly onLate: (passkey: NewPasskey) => void;
}

/**
 * Creates a passkey with the page's own RP ID and checks it. The function calls the browser before
 * its first `await`.
 */
export async function makePasskey(
  maker: PasskeyMaker,
  { onLate, ...options }: PasskeyToMake,
  signal: AbortSignal,
): Promise<NewPasskey> {
  const { ceremony, rpId } = maker;
  const challenge = crypto.getRandomValues(new Uint8Array(32));
  const check = (created: CreatedCredential) =>
    checkAttestation(created, expected(maker, challenge));
  return await check(
    await ceremony.create({
      ...options,
      rpId,
      rpName: rpId,
      challenge,
      onLate: (created) => void check(created).then(onLate).catch(() => {}),
    }, signal),
  );
}

/**
 * Creates a passkey for an account that has others.
 *
 * @param name the user's input; if it is empty after sanitizing, the account's own name is used
 * @throws {AcctError} `passkey_exists` if the authenticator has one for this account and RP ID
 */
export async function createPasskey(
  maker: PasskeyMaker,
  record: Pick<AccountRecord, "account" | "name">,
  name: string,
  signal: AbortSignal,
): Promise<CreatedPasskey> {
  const { ceremony, accounts, rpId } = maker;
  const { address } = record.account;
  const shown = cleanText(name, MAX_ACCOUNT_NAME_LENGTH) || record.name;
  const passkey = await makePasskey(maker, {
    userId: userIdOf(hexToBytes(address)),
    name: shown,
    exclude: accounts.list()
      .filter(({ account }) => account.address === address)
      .map(({ credentialId }) => credentialId),
    // The passkey does not own anything, and would only confuse the user.
    onLate: ({ credentialId }) => ceremony.forget?.(rpId, credentialId),
  }, signal);
  return { ...passkey, name: shown };
}
