/** Sends JSON-RPC requests to third-party services under the outbound rules. @module */
import { cleanText } from "../../core/lib/text.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { anything, object, optional, type Schema, text } from "../../core/schema/schema.ts";
import { type Outbound, post } from "./outbound.ts";

/** Any text: the outbound rules limit the complete response. */
export const anyText: Schema<string> = text(Number.MAX_SAFE_INTEGER);

const replySchema = object({
  result: optional(anything),
  error: optional(object({ message: anyText })),
});

/** Request to a third-party service. */
export interface Question<T> {
  readonly url: string;
  readonly method: string;
  readonly params: readonly unknown[];
  /** Schema of the result. */
  readonly schema: Schema<T>;
  /** Name of the standard in error messages, such as `ERC-7677`. */
  readonly standard: string;
}

/**
 * Sends a request and validates the result.
 *
 * @throws {AcctError} `sponsor_failed`; the message never contains the raw response.
 */
export async function askOutside<T>(
  { url, method, params, schema, standard }: Question<T>,
  rules: Outbound,
): Promise<T> {
  const posted = await post(url, { jsonrpc: "2.0", id: 1, method, params }, rules);
  const reply = accepted(replySchema, posted);
  if (reply?.error !== undefined) throw failed(`It said: ${cleanText(reply.error.message, 200)}`);
  const answer = accepted(schema, reply?.result);
  if (answer === undefined) throw failed(`Its answer is not ${standard}'s.`);
  return answer;
}

/** Reads a value of a third party; returns `undefined` if it does not fit. */
export function accepted<T>(schema: Schema<T>, value: unknown): T | undefined {
  try {
    return schema.read({ value, path: "result" });
  } catch (error) {
    if (error instanceof AcctError) return undefined;
    throw error;
  }
}

function failed(detail: string): AcctError {
  return new AcctError("sponsor_failed", { detail });
}
