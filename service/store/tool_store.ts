/** Opens the database for the tools, which never create one by mistake. @module */
import { isPostgres } from "./engine/postgres.ts";
import { openStore, type Store } from "./store.ts";

/** Options of {@linkcode openToolStore}. */
export interface ToolStoreOptions {
  /**
   * Creates and reports a missing database, for tools that may run before the service's first
   * start.
   */
  readonly makes?: boolean;
}

/**
 * Opens the service's database for a tool.
 *
 * @throws {Error} naming the path, if the file does not exist: a new one would contain no data of
 * the service
 */
export async function openToolStore(
  database: string,
  { makes = false }: ToolStoreOptions = {},
): Promise<Store> {
  if (isPostgres(database)) return await openStore(database);
  if (database === ":memory:") {
    throw new Error("The database is in the memory of the service, so tools cannot access it.");
  }
  if (await isThere(database)) return await openStore(database);
  if (!makes) {
    throw new Error(
      `There is no database at ${database}. Nothing was done: check the configuration's path. ` +
        "A relative path starts at the tool's working directory.",
    );
  }
  const store = await openStore(database);
  console.error(`There was no database at ${database}: a new one was created.`);
  return store;
}

/** Returns whether a file exists at the path. SQLite reports other errors. */
async function isThere(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound);
  }
}
