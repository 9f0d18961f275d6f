/** Runs several statements, all or none. @module */
import type { CompiledQuery } from "kysely";
import { SqliteFileAdapter } from "./engine/sqlite.ts";
import type { Store } from "./store.ts";

/** Statement that applies if it returns or changes as many rows as it names. */
export interface Step {
  readonly query: CompiledQuery;
  readonly count: number;
}

/** Outcome of several statements. */
export interface Applied {
  /** Position of the step that did not apply, so that none did; `null` if all did. */
  readonly failed: number | null;
  /** Rows returned by each step, up to the first step that did not apply. */
  readonly rows: readonly (readonly unknown[])[];
}

/** Ends a transaction. */
class NotApplied extends Error {}

/**
 * Runs statements in a separate transaction, and rolls back all of them if one does not apply.
 * Their inputs are read before, and compared by their conditions: SQLite's single writer is then
 * only occupied by the statements, and not by the waits between them.
 */
export async function applyAll(store: Store, steps: readonly Step[]): Promise<Applied> {
  if (store.isTransaction) throw new Error("statements of a transaction are run one by one");
  const { adapter } = store.getExecutor();
  if (adapter instanceof SqliteFileAdapter) {
    return await adapter.applyAll(steps.map(({ query, count }) => ({
      sql: query.sql,
      parameters: query.parameters,
      count,
    })));
  }
  const rows: (readonly unknown[])[] = [];
  try {
    await store.transaction().execute(async (tx) => {
      for (const { query, count } of steps) {
        const result = await tx.executeQuery(query);
        rows.push(result.rows);
        const found = result.rows.length || Number(result.numAffectedRows ?? 0);
        if (found !== count) throw new NotApplied();
      }
    });
    return { failed: null, rows };
  } catch (error) {
    if (!(error instanceof NotApplied)) throw error;
    return { failed: rows.length - 1, rows };
  }
}
