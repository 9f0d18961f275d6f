/** Creates the messages of Sign-In with Ethereum. @module */
import type { Address } from "viem";
import { createSiweMessage } from "viem/siwe";
import type { AccountRecord } from "../device/accounts.ts";
import type { WalletContext } from "../context.ts";
import type { SiweRequest } from "../../protocol/requests.ts";

/** Creates the sign-in message of each known account, by credential id. */
export function siweMessages(
  context: WalletContext,
  siwe: SiweRequest,
  known: readonly AccountRecord[],
): ReadonlyMap<string, string> {
  return new Map(known.map((record) => [
    record.credentialId,
    siweMessage(context, siwe, record.account.address),
  ]));
}

/**
 * Creates a sign-in message.
 *
 * @see https://eips.ethereum.org/EIPS/eip-4361
 */
export function siweMessage(context: WalletContext, siwe: SiweRequest, address: Address): string {
  return createSiweMessage({
    address,
    chainId: siwe.chainId,
    domain: siwe.domain ?? new URL(context.app.origin).host,
    uri: siwe.uri ?? context.app.origin,
    nonce: siwe.nonce,
    version: "1",
    issuedAt: new Date(context.now()),
    ...(siwe.statement !== undefined && { statement: siwe.statement }),
  });
}
