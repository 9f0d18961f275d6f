/** Recovers the public key of a passkey from two of its signatures. @module */
import { concat, type Hex } from "viem";
import { AcctError } from "../ground/errors.ts";
import { type Assertion, verifyAssertion } from "./assertion.ts";
import { toBigInt, word } from "./bytes.ts";
import { keysOf } from "./curve.ts";

/** The parts of an assertion that are needed to recover its key. */
export type Signed = Pick<
  Assertion,
  "credentialId" | "r" | "s" | "authenticatorData" | "clientDataJSON"
>;

/**
 * Recovers the key x‖y that made both assertions. One ECDSA signature matches two keys; a second
 * signature over other data decides between them. Both are verified with the key before it is
 * returned.
 *
 * @throws {AcctError} `passkey_invalid` if they are from two passkeys, identical, or not signatures
 */
export async function recoverKey(first: Signed, second: Signed): Promise<Hex> {
  if (first.credentialId !== second.credentialId) throw refuse("They are from two passkeys.");
  const [some, others] = await Promise.all([candidates(first), candidates(second)]);
  const common = some.filter((key) => others.includes(key));
  // Two identical signatures match both keys, so they cannot decide between them.
  if (common.length > 1) throw refuse("They are identical.");
  const [key] = common;
  if (key === undefined) throw refuse("No key signed both.");
  for (const assertion of [first, second]) {
    if (!await verifyAssertion(assertion, key)) throw refuse("No key signed both.");
  }
  return key;
}

/**
 * Recovers the keys that match a signature. A low `s` covers its counterpart too: `(r, n − s)`
 * matches the same two keys.
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
  return new AcctError("passkey_invalid", {
    detail: `No key could be recovered from the two assertions. ${detail}`,
  });
}
