/** Prevents a second service from opening the same SQLite file. @module */

/** Mode of a database that SQLite makes. */
const MODE = 0o644;

/**
 * Locks a SQLite file until the result is disposed of or the process exits in any way. Creates the
 * file if it is missing. The lock is on `FILE.lock` next to it, and that file is never removed. The
 * tools take no lock.
 *
 * @throws {Error} naming the file, if another service has locked it or it cannot be made
 */
export async function lockFile(database: string): Promise<Disposable> {
  const lock = await openLock(database).catch((error) => {
    const reason = error instanceof Deno.errors.NotFound
      ? "its folder does not exist"
      : error instanceof Error
      ? error.message
      : String(error);
    throw new Error(`The database ${database} cannot be opened: ${reason}.`);
  });
  if (await lock.tryLock(true)) return lock;
  lock.close();
  throw new Error(
    `Another service runs on the database ${database}: SQLite supports one process only. ` +
      "Stop it, or use PostgreSQL.",
  );
}

/** Opens the lock next to the file itself: a symbolic link would lead to a different lock file. */
async function openLock(database: string): Promise<Deno.FsFile> {
  const isThere = await Deno.stat(database).then(() => true, (error) => {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  });
  // An existing file is not opened: closing it would drop the locks of SQLite in this process.
  if (!isThere) (await Deno.open(database, { create: true, write: true, mode: MODE })).close();
  const path = await Deno.realPath(database);
  return await Deno.open(`${path}.lock`, { create: true, write: true });
}
