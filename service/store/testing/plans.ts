/** Records queries and requests their plans. @module */
import {
  CompiledQuery,
  type KyselyPlugin,
  PostgresAdapter,
  type QueryId,
  type RootOperationNode,
} from "kysely";
import type { Store } from "../store.ts";

/** Names that do not grow with accounts and their activity; plans contain constants too. */
const small = [
  "projects",
  "keys",
  "name_domains",
  "leases",
  "sponsor_progress",
  "permission_progress",
  "transfer_blocks",
  "followed_approvals",
  "CONSTANT",
];
/** Indexes with few rows, which may be read completely, and indexes that are read up to a limit. */
const bounded = [
  "operations_open",
  "recoveries_waiting",
  "owner_changes_newest",
  "vetoes_newest",
  "signed_recoveries_newest",
];

/** Returns whether it is PostgreSQL. */
export function isPostgres(store: Store): boolean {
  return store.getExecutor().adapter instanceof PostgresAdapter;
}

/** Records the queries of a store. */
export function recording(store: Store): { store: Store; queries: CompiledQuery[] } {
  const nodes: { node: RootOperationNode; queryId: QueryId }[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      nodes.push({ node, queryId });
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return {
    store: store.withPlugin(plugin),
    get queries() {
      return nodes.map(({ node, queryId }) => store.getExecutor().compileQuery(node, queryId));
    },
  };
}

/** Plan lines that read a complete table; one chain or one key may own most of the rows. */
const whole = [
  /^SCAN (?!\d+-ROW VALUES)(\w+)(?: USING (?:COVERING )?INDEX (\w+))?/,
  /^SEARCH (\w+) USING (?:COVERING )?INDEX (\w+) \((?:chain_id|key_id)=\?\)/,
  /Seq Scan on (\w+)/,
];

/** Lists the plan lines with which a query reads a complete table. */
export async function scansOf(store: Store, query: CompiledQuery): Promise<string[]> {
  const explain = isPostgres(store) ? "explain" : "explain query plan";
  const { rows } = await store.executeQuery<Record<string, unknown>>(
    CompiledQuery.raw(
      `${explain} ${query.sql}`,
      [...query.parameters],
    ),
  );
  return rows.flatMap((row) => {
    const line = String(row["QUERY PLAN"] ?? row.detail);
    const [, table, index] = whole.map((pattern) => pattern.exec(line))
      .find((match) => match !== null) ?? [];
    const fine = table === undefined || small.includes(table) ||
      bounded.includes(index ?? "");
    return fine ? [] : [`${line.trim()}: ${query.sql}`];
  });
}
