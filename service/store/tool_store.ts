/** Opens the database for the tools, which never make one by mistake. @module */
import { isPostgres } from "./postgres.ts";
import { openStore, type Store } from "./store.ts";

/** Options of {@linkcode openToolStore}. */
export interface ToolStoreOptions {
  /** Makes a database that is missing, and says so: for what may come before the service's first start. */
  readonly makes?: boolean;
}

/**
 * Opens the service's database for a tool.
 *
 * @throws {Error} naming the path, if there is no file: in one that was made, nothing of the service is
 * found
 */
export async function openToolStore(
  database: string,
  { makes = false }: ToolStoreOptions = {},
): Promise<Store> {
  if (isPostgres(database)) return await openStore(database);
  if (database === ":memory:") {
    throw new Error("The database is in the memory of the service: no tool reaches it.");
  }
  if (await isThere(database)) return await openStore(database);
  if (!makes) {
    throw new Error(
      `There is no database at ${database}. Nothing was done: look at the configuration's path, ` +
        "which begins at the folder that the tool runs in unless it begins with a slash.",
    );
  }
  const store = await openStore(database);
  console.error(`There was no database at ${database}: a new one was made.`);
  return store;
}

/** Returns whether a file is at the path; other errors are SQLite's to tell. */
async function isThere(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound);
  }
}
