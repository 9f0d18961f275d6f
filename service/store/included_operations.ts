/** Searches the operations that landed. @module */
import { isIncluded } from "./operations.ts";
import type { OperationTable } from "./schema.ts";
import type { Store } from "./store.ts";

/** Columns needed to compare an included operation with the chain. */
export type RecentOperation = Pick<OperationTable, "id" | "block_number" | "block_hash">;

/** Rows per query. */
const PAGE_SIZE = 500;

/** Yields the operations included after `since` (Unix milliseconds), newest first, in pages. */
export async function* recentlyIncluded(
  store: Store,
  chainId: number,
  since: number,
): AsyncGenerator<RecentOperation[]> {
  let last: { id: string; updated_at: number } | undefined;
  do {
    const rows = await store.selectFrom("operations")
      .select(["id", "block_number", "block_hash", "updated_at"])
      .where("chain_id", "=", chainId).where(isIncluded)
      .where("updated_at", ">", since)
      .$if(
        last !== undefined,
        (q) =>
          q.where((eb) =>
            eb(eb.refTuple("updated_at", "id"), "<", eb.tuple(last!.updated_at, last!.id))
          ),
      )
      .orderBy("updated_at", "desc").orderBy("id", "desc").limit(PAGE_SIZE).execute();
    if (rows.length > 0) yield rows;
    last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined;
  } while (last !== undefined);
}
