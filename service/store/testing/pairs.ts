/** A SQLite file with one table, to which another process has a handle too. @module */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import { SqliteDialect } from "../engine/sqlite.ts";

/** Table of the pairs. */
export interface Pairs {
  readonly pairs: { readonly id: number; readonly text: string };
}

/** Opens the file. */
export async function openPairs() {
  const folder = await Deno.makeTempDir();
  const path = join(folder, "file.sqlite");
  const dialect = new SqliteDialect(path);
  const store = new Kysely<Pairs>({ dialect });
  await sql`create table pairs (id integer primary key, text text)`.execute(store);
  const other = new DatabaseSync(path);
  return {
    path,
    store,
    /** Handle of the other process. */
    other,
    /** Closes the service's handles. */
    close: () => dialect.close(),
    ids: async () =>
      (await store.selectFrom("pairs").select("id").orderBy("id").execute()).map(({ id }) => id),
    async [Symbol.asyncDispose]() {
      other.close();
      await store.destroy();
      await Deno.remove(folder, { recursive: true });
    },
  };
}
