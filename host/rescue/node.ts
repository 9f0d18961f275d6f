/** A chain's node, at the URL that the person typed. @module */
import type { Hex } from "viem";
import type { ChainRead } from "../../core/account/find.ts";
import { Refusal } from "./refusal.ts";

/** A receipt, as far as it is read here. */
export interface Receipt {
  /** Whether the transaction was carried out. */
  readonly status: Hex;
  /** What it emitted. */
  readonly logs: readonly {
    readonly address: Hex;
    readonly topics: readonly Hex[];
    readonly data: Hex;
  }[];
}

/** Longest that one answer may take. */
const TIMEOUT_MS = 20_000;
/** Longest that a transaction is waited for. */
const PATIENCE_MS = 300_000;

/**
 * Reads of a node. The URL is https, or http on this machine.
 *
 * @throws {Refusal} `node_url`
 */
export function nodeAt(url: string): ChainRead {
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
 * Waits until a transaction is in a block.
 *
 * @throws {Refusal} `not_mined`, with the transaction: it may still be
 */
export async function receiptOf(read: ChainRead, hash: Hex): Promise<Receipt> {
  const until = Date.now() + PATIENCE_MS;
  for (let wait = 100; Date.now() < until; wait = Math.min(wait * 1.5, 3_000)) {
    const receipt = await read("eth_getTransactionReceipt", [hash]);
    if (receipt) return receipt as Receipt;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  throw new Refusal("not_mined", { detail: hash });
}
