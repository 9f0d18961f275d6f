/** Creates another passkey for an account. @module */
import { hexToBytes } from "viem";
import { cleanText } from "../../lib/text.ts";
import { checkAttestation, type NewPasskey } from "../../passkey/attestation.ts";
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

/**
 * Creates a passkey of the page's own RP ID for an account that has others. Nothing is awaited before
 * the browser is called.
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
  const challenge = crypto.getRandomValues(new Uint8Array(32));
  const shown = cleanText(name, MAX_ACCOUNT_NAME_LENGTH) || record.name;
  const response = await ceremony.create({
    rpId,
    rpName: rpId,
    userId: userIdOf(hexToBytes(address)),
    name: shown,
    challenge,
    exclude: accounts.list()
      .filter(({ account }) => account.address === address)
      .map(({ credentialId }) => credentialId),
  }, signal);
  return { ...await checkAttestation(response, expected(maker, challenge)), name: shown };
}
