/** Connects to a chain's node at the URL that the user entered. @module */
import type { Hex } from "viem";
import type { ChainRead } from "../../core/account/owners/find.ts";
import { Refusal } from "./refusal.ts";

/** Transaction receipt, reduced to the fields in use. */
export interface Receipt {
  /** `0x1` if the transaction succeeded. */
  readonly status: Hex;
  /** Logs that the transaction emitted. */
  readonly logs: readonly {
    readonly address: Hex;
    readonly topics: readonly Hex[];
    readonly data: Hex;
  }[];
}

/** Time limit of one request. */
const TIMEOUT_MS = 20_000;
/** Time limit for a transaction to be included. */
const RECEIPT_TIMEOUT_MS = 300_000;

/**
 * Connects to a node. The URL must be https, or http on a loopback host.
 *
 * @throws {Refusal} `node_url`
 */
export function connectNode(url: string): ChainRead {
  let parsed: URL;
  try {
    parsed = new URL(url.trim());
  } catch {
    throw new Refusal("node_url");
  }
  const local = ["localhost", "127.0.0.1"].includes(parsed.hostname);
  if (parsed.protocol !== "https:" && !(parsed.protocol === "http:" && local)) {
    throw new Refusal("node_url");
  }
  let id = 1;
  return async (method, params) => {
    let reply: { result?: unknown; error?: { message?: unknown } | null };
    try {
      const response = await fetch(parsed, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: id++, method, params }),
        credentials: "omit",
        referrerPolicy: "no-referrer",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      reply = await response.json();
    } catch (cause) {
      throw new Refusal("node_down", { cause });
    }
    if (reply?.error) {
      throw new Refusal("node_refused", { detail: String(reply.error.message).slice(0, 300) });
    }
    return reply?.result;
  };
}

/**
 * Waits until a transaction is included in a block.
 *
 * @throws {Refusal} `not_mined` with the transaction, which may still be included
 */
export async function waitForReceipt(read: ChainRead, hash: Hex): Promise<Receipt> {
  const until = Date.now() + RECEIPT_TIMEOUT_MS;
  for (let wait = 100; Date.now() < until; wait = Math.min(wait * 1.5, 3_000)) {
    const receipt = await read("eth_getTransactionReceipt", [hash]);
    if (receipt) return receipt as Receipt;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  throw new Refusal("not_mined", { detail: hash });
}
