/** Creates the messages of Sign-In with Ethereum. @module */
import type { Address } from "viem";
import { createSiweMessage } from "viem/siwe";
import type { AccountRecord } from "../device/accounts.ts";
import type { WalletContext } from "../context/context.ts";
import type { SiweRequest } from "../../dialog/requests.ts";

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
  const { scheme, issuedAt, expirationTime, notBefore, requestId, resources } = siwe;
  const message = createSiweMessage({
    address,
    chainId: siwe.chainId,
    domain: siwe.domain ?? new URL(context.app.origin).host,
    uri: siwe.uri ?? context.app.origin,
    nonce: siwe.nonce,
    version: "1",
    issuedAt: issuedAt === undefined ? new Date(context.now()) : new Date(issuedAt),
    ...(siwe.statement !== undefined && { statement: siwe.statement }),
    ...(scheme !== undefined && { scheme }),
    ...(expirationTime !== undefined && { expirationTime: new Date(expirationTime) }),
    ...(notBefore !== undefined && { notBefore: new Date(notBefore) }),
    ...(requestId !== undefined && { requestId }),
    ...(resources !== undefined && { resources: [...resources] }),
  });
  return asGiven(message, [
    ["Issued At", issuedAt],
    ["Expiration Time", expirationTime],
    ["Not Before", notBefore],
  ]);
}

/** Spells times as the dApp did: ERC-7846 requires a message that matches the request exactly. */
function asGiven(
  message: string,
  times: readonly (readonly [label: string, given: string | undefined])[],
): string {
  return times.reduce((text, [label, given]) => {
    if (given === undefined) return text;
    // The last match: the statement, which comes first, can contain the same line.
    const at = text.lastIndexOf(`\n${label}: `) + 1;
    return text.slice(0, at) + text.slice(at).replace(/^.*/, `${label}: ${given}`);
  }, message);
}
