/** Sends JSON-RPC requests to third-party services under the outbound rules. @module */
import { z } from "zod";
import { AcctError } from "../../core/protocol/errors.ts";
import { cleanText } from "../../core/lib/text.ts";
import { type Outbound, post } from "./outbound.ts";

const replySchema = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).nullish(),
});

/** Request to a third-party service. */
export interface Question<T> {
  readonly url: string;
  readonly method: string;
  readonly params: readonly unknown[];
  /** Schema of the result. */
  readonly schema: z.ZodType<T>;
  /** Standard named in error messages, such as `ERC-7677`. */
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
  const reply = replySchema.safeParse(
    await post(url, { jsonrpc: "2.0", id: 1, method, params }, rules),
  );
  const told = reply.data?.error?.message;
  if (told !== undefined) throw failed(`It said: ${cleanText(told, 200)}`);
  const answer = schema.safeParse(reply.data?.result);
  if (!answer.success) throw failed(`Its answer is not ${standard}'s.`);
  return answer.data;
}

function failed(detail: string): AcctError {
  return new AcctError("sponsor_failed", { detail });
}
