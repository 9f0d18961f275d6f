/** Reads the payment request of a 402 response. @module */
import { concatBytes } from "viem";
import { PaymentError } from "../record/error.ts";
import type { Demands } from "./demand.ts";
import { MAX_TEXT } from "./encoding.ts";
import { readMpp } from "./mpp.ts";
import { readX402 } from "./x402.ts";

/** Reads the payment request in all supported protocols. */
export async function demandsOf(response: Response, now: number): Promise<Demands> {
  const { headers } = response;
  const body = headers.has("payment-required") ? undefined : await bodyOf(response);
  // The expiry is relative to the server's clock, if the server sends its time.
  const date = Date.parse(headers.get("date") ?? "");
  const seconds = Math.floor((Number.isNaN(date) ? now : date) / 1000);
  const found = [readX402(headers, body), readMpp(headers, seconds)]
    .filter((each) => each !== undefined);
  if (found.length === 0) throw new PaymentError("malformed", { detail: "no x402 and no MPP" });
  return {
    demands: found.flatMap(({ demands }) => demands),
    refusals: found.flatMap(({ refusals }) => refusals),
  };
}

/** Reads a body as JSON, up to a length; `undefined` for other content. */
async function bodyOf(response: Response): Promise<unknown> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  for (let length = 0; reader !== undefined;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MAX_TEXT) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(value);
  }
  try {
    return JSON.parse(new TextDecoder().decode(concatBytes(chunks)));
  } catch {
    return undefined;
  }
}

/** Cancels an unread body, because a server could send it forever. */
export function drop({ body }: Response): void {
  body?.cancel().catch(() => {});
}
