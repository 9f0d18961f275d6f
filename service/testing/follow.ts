/** Follows a chain in a test, without a loop. @module */
import type { Chain } from "../chain/chain.ts";
import { look } from "../indexer/blocks.ts";
import type { BlockHandler } from "../indexer/reading/handler.ts";
import { createPace } from "../indexer/reading/backfill.ts";
import type { IndexerContext } from "../indexer/reading/context.ts";

/** Reads a chain to its latest block with these handlers. */
export async function followToEnd(
  context: IndexerContext,
  chain: Chain,
  handlers: readonly BlockHandler[],
): Promise<void> {
  const { signal } = new AbortController();
  const tries = { count: 0, pace: createPace() };
  while (await look({ context, chain, handlers, tries, signal }));
}
