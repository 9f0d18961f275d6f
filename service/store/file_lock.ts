/** Keeps a second service off a SQLite file. @module */
import { basename, dirname, isAbsolute } from "node:path";
import { pause } from "../pause.ts";

/** Milliseconds between looks at whether the lock's file is still there. */
const LOOK_MS = 500;
/** Milliseconds in which a service whose lock was removed takes the new file's: a few looks. */
const PATIENCE_MS = 2_000;
/** Links from one to the next, as many as Linux follows. */
const MAX_LINKS = 40;

/** Options of {@linkcode lockFile}. */
export interface LockOptions {
  /** Gets the reason, once, if the lock's file was removed and another service has taken the new one. */
  readonly onLost?: (reason: string) => void;
}

/**
 * Takes the lock beside a SQLite file until it is disposed of, or the process ends in any way. Tools
 * that only read and write rows need none. A lock whose file is removed is taken again at its place, for
 * which one that finds a new file beside a database in use leaves some time.
 *
 * @throws {Error} naming the file, if another service has it or it cannot be made
 */
export async function lockFile(
  database: string,
  { onLost = () => {} }: LockOptions = {},
): Promise<Disposable> {
  let path: string;
  let held: Deno.FsFile | null;
  try {
    path = await realPath(database);
    held = await takeLock(`${path}.lock`, () => isInUse(path));
  } catch (error) {
    const reason = error instanceof Deno.errors.NotFound
      ? "its folder does not exist"
      : error instanceof Error
      ? error.message
      : String(error);
    throw new Error(`The database ${database} cannot be opened: ${reason}.`);
  }
  if (held === null) {
    throw new Error(
      `Another service runs on the database ${database}: on SQLite there can be one process. ` +
        "Stop it, or use PostgreSQL.",
    );
  }
  const reason = `The lock of ${database} was removed, and another service took it. This one ends.`;
  return keepLock(`${path}.lock`, held, () => onLost(reason));
}

/** Takes the lock of a file; null if another service has it. */
async function takeLock(
  path: string,
  isInUse: () => Promise<boolean>,
): Promise<Deno.FsFile | null> {
  while (true) {
    const file = await Deno.open(path, { create: true, read: true, write: true });
    try {
      // One that was held has content. A new one may stand in for another that was removed.
      const isNew = (await file.stat()).size === 0;
      if (isNew && await isInUse()) await pause(PATIENCE_MS, new AbortController().signal);
      if (!await file.tryLock(true)) {
        file.close();
        return null;
      }
      if (await isAt(path, file)) {
        await file.truncate();
        // On a full disk it counts as new the next time.
        await file.write(new TextEncoder().encode(`${Deno.pid}\n`)).catch(() => {});
        return file;
      }
    } catch (error) {
      file.close();
      throw error;
    }
    // It was removed meanwhile.
    file.close();
  }
}

/** Takes the lock again whenever its file was removed, until it is disposed of or lost. */
function keepLock(path: string, first: Deno.FsFile, onLost: () => void): Disposable {
  let held = first;
  let isEnded = false;
  let isLooking = false;

  async function look(): Promise<void> {
    if (await isAt(path, held) || isEnded) return;
    const next = await takeLock(path, () => Promise.resolve(false));
    if (isEnded) return next?.close();
    if (next === null) {
      end();
      return onLost();
    }
    held.close();
    held = next;
  }

  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    // A folder that keeps this process from looking, or from making the file, keeps others from it.
    look().catch(() => {}).finally(() => isLooking = false);
  }, LOOK_MS);
  Deno.unrefTimer(timer);

  function end(): void {
    if (isEnded) return;
    isEnded = true;
    clearInterval(timer);
    held.close();
  }
  return { [Symbol.dispose]: end };
}

/** Returns whether a file is the one at a path. */
async function isAt(path: string, file: Deno.FsFile): Promise<boolean> {
  try {
    const [there, here] = [await Deno.stat(path), await file.stat()];
    return there.ino === here.ino && there.dev === here.dev;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Returns whether a service has the database open, or ended without closing it. */
async function isInUse(database: string): Promise<boolean> {
  // Never opens a file of SQLite: closing it would drop the locks that this process has on it.
  return await Deno.stat(`${database}-wal`).then(() => true, () => false);
}

/** Returns the file's own path, also before it is made: by a link, it would have another lock. */
async function realPath(database: string): Promise<string> {
  let path = database;
  for (let links = 0; links < MAX_LINKS; links++) {
    const folder = await Deno.realPath(dirname(path));
    path = `${folder === "/" ? "" : folder}/${basename(path)}`;
    const to = await Deno.readLink(path).catch(() => null);
    if (to === null) return path;
    path = isAbsolute(to) ? to : `${dirname(path)}/${to}`;
  }
  throw new Error("its links lead in a circle");
}
