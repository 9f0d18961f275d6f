/** Follows a chain in a test, without a loop. @module */
import type { Chain } from "../chain/chain.ts";
import { look } from "../indexer/blocks.ts";
import type { BlockHandler } from "../indexer/handler.ts";
import { MAX_BLOCKS } from "../indexer/backfill.ts";
import type { Context } from "../main/context.ts";

/** Reads a chain to its end with these handlers. */
export async function followToEnd(
  context: Context,
  chain: Chain,
  handlers: readonly BlockHandler[],
): Promise<void> {
  const { signal } = new AbortController();
  const tries = { block: -1, count: 0, at: -Infinity, range: MAX_BLOCKS };
  while (await look({ context, chain, handlers, tries, interval: 0, signal }));
}
