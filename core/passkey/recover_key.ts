/** The public key of a passkey, from nothing but two of its signatures. @module */
import { concat, type Hex } from "viem";
import { AcctError } from "../protocol/errors.ts";
import { type Assertion, verifyAssertion } from "./assertion.ts";
import { toBigInt, word } from "./bytes.ts";
import { keysOf } from "./curve.ts";

/** What of an assertion its key follows from. */
export type Signed = Pick<
  Assertion,
  "credentialId" | "r" | "s" | "authenticatorData" | "clientDataJSON"
>;

/**
 * The key x‖y that made both assertions. One ECDSA signature fits two keys; which of them it is says
 * a second one over something else. Both are verified with the key before it is given out.
 *
 * @throws {AcctError} `passkey_invalid` if they are of two passkeys, the same one twice, or no
 * signatures at all
 */
export async function recoverKey(first: Signed, second: Signed): Promise<Hex> {
  if (first.credentialId !== second.credentialId) throw refuse("They are of two passkeys.");
  const [some, others] = await Promise.all([candidates(first), candidates(second)]);
  const common = some.filter((key) => others.includes(key));
  // The same signature twice fits both keys, and tells nothing.
  if (common.length > 1) throw refuse("They are the same.");
  const [key] = common;
  if (key === undefined) throw refuse("No key made both.");
  for (const assertion of [first, second]) {
    if (!await verifyAssertion(assertion, key)) throw refuse("No key made both.");
  }
  return key;
}

/**
 * The keys that a signature fits. The low `s` of a pair stands for either: `(r, n − s)` fits the same
 * two keys.
 */
async function candidates({ r, s, authenticatorData, clientDataJSON }: Signed): Promise<Hex[]> {
  const hash = await sha256(clientDataJSON);
  const signed = await sha256(Uint8Array.of(...authenticatorData, ...hash));
  return keysOf(toBigInt(signed), r, s).map(({ x, y }) => concat([word(x), word(y)]));
}

async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes)));
}

function refuse(detail: string): AcctError {
  return new AcctError("passkey_invalid", { detail: `Two assertions give no key. ${detail}` });
}
