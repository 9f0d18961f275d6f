/** Records how many rows each statement changes. @module */
import type { KyselyPlugin } from "kysely";
import type { Store } from "../store.ts";

/** Returns the store with a list of how many rows its statements have changed. */
export function affecting(store: Store): { store: Store; counts: number[] } {
  const counts: number[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      counts.push(Number(result.numAffectedRows ?? 0n));
      return Promise.resolve(result);
    },
  };
  return { store: store.withPlugin(plugin), counts };
}
