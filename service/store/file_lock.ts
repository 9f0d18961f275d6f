/** Keeps a second service off a SQLite file. @module */

/**
 * Takes the lock beside a SQLite file until it is disposed of, or the process ends in any way. Tools
 * that only read and write rows need none.
 *
 * @throws {Error} naming the file, if another service has it or it cannot be made
 */
export async function lockFile(database: string): Promise<Disposable> {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(`${await realPath(database)}.lock`, { create: true, write: true });
  } catch (error) {
    const reason = error instanceof Deno.errors.NotFound
      ? "its folder does not exist"
      : error instanceof Error
      ? error.message
      : String(error);
    throw new Error(`The database ${database} cannot be opened: ${reason}.`);
  }
  if (await file.tryLock(true)) return file;
  file.close();
  throw new Error(
    `Another service runs on the database ${database}: on SQLite there can be one process. ` +
      "Stop it, or use PostgreSQL.",
  );
}

/** Returns the file's own path: by a link, it would have another lock. */
async function realPath(database: string): Promise<string> {
  try {
    return await Deno.realPath(database);
  } catch (error) {
    // It is created later.
    if (error instanceof Deno.errors.NotFound) return database;
    throw error;
  }
}
