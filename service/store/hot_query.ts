/** Queries that every page asks for. @module */
import type { Compilable, CompiledQuery } from "kysely";
import { SqliteFileAdapter } from "./sqlite.ts";
import type { Store } from "./store.ts";

/** Stands for a value until a query runs. */
export class Mark {
  /** Name of the value. */
  readonly name: string;

  /** Creates a mark. */
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query that is built and compiled once per store: that takes longer than to run a short one.
 *
 * @param build makes the query; it must pass the values on as they are, since it gets marks for them, and
 * whatever it decides by them is decided for good
 */
export function hotQuery<P extends object, R>(
  build: (store: Store, values: P) => Compilable<R>,
): (store: Store, values: P) => Promise<R[]> {
  const compiled = new WeakMap<Store, CompiledQuery<R>>();
  const marks = new Proxy({}, { get: (_, name) => new Mark(String(name)) }) as P;
  return async (store, values) => {
    let query = compiled.get(store);
    if (query === undefined) compiled.set(store, query = build(store, marks).compile());
    const parameters = query.parameters.map((each) =>
      each instanceof Mark ? values[each.name as keyof P] : each
    );
    const { adapter } = store.getExecutor();
    const rows = adapter instanceof SqliteFileAdapter && !store.isTransaction
      ? adapter.read<R>(query.sql, parameters)
      : null;
    return await rows ?? (await store.executeQuery<R>({ ...query, parameters })).rows;
  };
}
