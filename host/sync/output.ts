/** Reads the output of a passkey's pseudo-random function (`prf`). @module */
import { memberOf, resultOf } from "../../core/passkey/browser/answer.ts";
import { bytesOf } from "../../core/passkey/bytes.ts";

/** Reads the output of a passkey's function; `null` if the passkey or the browser has none. */
export function readOutput(credential: object): Uint8Array<ArrayBuffer> | null {
  const outputs = memberOf(resultOf(credential, "getClientExtensionResults"), "prf");
  const output = bytesOf(memberOf(memberOf(outputs, "results"), "first"));
  return output?.length === 32 ? output : null;
}
