/** Creates passkeys. @module */
import { hexToBytes } from "viem";
import { cleanText } from "../../lib/text.ts";
import {
  checkAttestation,
  type CreatedCredential,
  type NewPasskey,
} from "../../passkey/attestation.ts";
import { MAX_ACCOUNT_NAME_LENGTH } from "../../protocol/limits.ts";
import { expected, userIdOf, type WalletContext } from "../context.ts";
import type { AccountRecord } from "./accounts.ts";

/** A passkey that was created for an account, and is no owner of it yet. */
export interface CreatedPasskey extends NewPasskey {
  /** Its name on this device. */
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
  /** Ids of passkeys whose authenticator must not create another. */
  readonly exclude?: readonly string[];
  /** Called with a passkey that was created after the signal had ended the request. */
  readonly onLate: (passkey: NewPasskey) => void;
}

/**
 * Creates a passkey of the page's own RP ID and checks it. Nothing is awaited before the browser is
 * called.
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
 * @param name as the user gave it; the account's own name if nothing of it is left
 * @throws {AcctError} `passkey_exists` where the authenticator has one for this account and RP ID
 */
export async function createPasskey(
  maker: PasskeyMaker,
  record: AccountRecord,
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
    // It owns nothing, and would only confuse the user.
    onLate: ({ credentialId }) => ceremony.forget?.(rpId, credentialId),
  }, signal);
  return { ...passkey, name: shown };
}
