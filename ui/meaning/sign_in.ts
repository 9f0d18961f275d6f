/** Reads sign-in texts whose other content does not decide. @module */

/** Parts of a sign-in text that a dialog shows. */
export interface SignInText {
  /** The site's own sentence. */
  readonly statement?: string;
  /** Expiry in Unix seconds. */
  readonly until?: bigint;
}

/** A complete sign-in text (EIP-4361) without resources. */
const form =
  /^\S+ wants you to sign in with your Ethereum account:\n0x[0-9a-fA-F]{40}\n\n(?:([^\n]+)\n)?\nURI: \S+\nVersion: 1\nChain ID: \d+\nNonce: [A-Za-z0-9]{8,}\nIssued At: \S+(?:\nExpiration Time: (\S+))?(?:\nNot Before: \S+)?(?:\nRequest ID: \S*)?$/;

/** Reads a text; `null` for a text of any other form, which has to be shown as a whole. */
export function readSignIn(text: string): SignInText | null {
  const found = form.exec(text);
  if (found === null) return null;
  const [, statement, expiry] = found;
  const until = expiry === undefined ? undefined : Date.parse(expiry);
  if (Number.isNaN(until)) return null;
  return {
    ...(statement !== undefined && { statement }),
    ...(until !== undefined && { until: BigInt(Math.floor(until / 1000)) }),
  };
}
