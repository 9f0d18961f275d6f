/** Keeps a second service off a SQLite file. @module */
import { basename, dirname, isAbsolute } from "node:path";
import { pause } from "../lib/pause.ts";

/** Milliseconds between looks at whether the lock's file is still there. */
const LOOK_MS = 500;
/** Milliseconds in which a service whose lock was removed takes the new file's: a few looks. */
const PATIENCE_MS = 2_000;
/** Looks in a row that find no database before it counts as gone: whatever moves files may put it back. */
const MAX_MISSES = 3;
/** Links from one to the next, as many as Linux follows. */
const MAX_LINKS = 40;
/** Mode of a database that SQLite makes. */
const MODE = 0o644;

/** Why a service must end. */
export interface Loss {
  /**
   * `lock_lost` if the lock's file was removed and another service has taken the new one,
   * `database_lost` if the database that was opened is not at its path any more.
   */
  readonly event: "lock_lost" | "database_lost";
  /** Says so with the database's path. */
  readonly message: string;
}

/** Options of {@linkcode lockFile}. */
export interface LockOptions {
  /** Gets the reason, once. The lock is kept, as far as there is one, until it is disposed of. */
  readonly onLost?: (loss: Loss) => void;
}

/** A database that was found at its path. */
interface Found {
  /** Path as it was configured, from the root: links in it may lead elsewhere later. */
  readonly asked: string;
  /** Path without links, beside which the lock is. */
  readonly path: string;
  /** The file itself. */
  readonly file: Identity;
  /** Its lock. */
  readonly lock: Deno.FsFile;
}

/** Identifies a file, also after it is moved. */
type Identity = Pick<Deno.FileInfo, "ino" | "dev">;

/**
 * Takes the lock beside a SQLite file, which is made if it is missing, until it is disposed of or the
 * process ends in any way. Tools that only read and write rows need none. A lock whose file is removed is
 * taken again at its place, for which one that finds a new file beside a database in use leaves some
 * time. One whose database was moved or replaced is never given up for another: its holder writes there.
 *
 * @throws {Error} naming the file, if another service has it or it cannot be made
 */
export async function lockFile(
  database: string,
  { onLost = () => {} }: LockOptions = {},
): Promise<Disposable> {
  let found: Found | null;
  try {
    found = await findAndLock(database);
  } catch (error) {
    const reason = error instanceof Deno.errors.NotFound
      ? "its folder does not exist"
      : error instanceof Error
      ? error.message
      : String(error);
    throw new Error(`The database ${database} cannot be opened: ${reason}.`);
  }
  if (found === null) {
    throw new Error(
      `Another service runs on the database ${database}: on SQLite there can be one process. ` +
        "Stop it, or use PostgreSQL.",
    );
  }
  const messages = {
    lock_lost: `The lock of ${database} was removed, and another service took it. This one ends.`,
    database_lost:
      `The database ${database} was moved, removed or replaced while the service ran. It ends: ` +
      "what it accepted is in the file that it opened, and not at this path.",
  };
  return keepLock(found, (event) => onLost({ event, message: messages[event] }));
}

/** Finds or makes the database's file, and takes its lock; null if another service has it. */
async function findAndLock(database: string): Promise<Found | null> {
  const path = await realPath(database);
  const asked = isAbsolute(database) ? database : `${await Deno.realPath(".")}/${database}`;
  const lock = await takeLock(`${path}.lock`, () => isInUse(path));
  if (lock === null) return null;
  try {
    return { asked, path, file: await makeFile(path), lock };
  } catch (error) {
    lock.close();
    throw error;
  }
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

/**
 * Takes the lock again whenever its file was removed, until it is disposed of, or it or its database is
 * lost.
 */
function keepLock(
  { asked, path, file, lock: first }: Found,
  onLost: (event: Loss["event"]) => void,
): Disposable {
  const place = `${path}.lock`;
  let held = first;
  let misses = 0;
  let isEnded = false;
  let isLooking = false;

  async function look(): Promise<void> {
    const there = await identify(asked);
    if (isEnded) return;
    misses = there === null ? misses + 1 : 0;
    if (there === null ? misses >= MAX_MISSES : !isSame(there, file)) return lose("database_lost");
    // The lock is beside the file: in a folder that was moved, another may be at its old path.
    if (!await isBesideOurs() || await isAt(place, held) || isEnded) return;
    const next = await takeLock(place, () => Promise.resolve(false));
    // It may have been moved since.
    if (!await isBesideOurs().catch(() => false) || isEnded) return next?.close();
    if (next === null) return lose("lock_lost");
    held.close();
    held = next;
  }

  async function isBesideOurs(): Promise<boolean> {
    const there = await identify(path);
    return there !== null && isSame(there, file);
  }

  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    // A folder that keeps this process from looking, or from making the file, keeps others from it.
    look().catch(() => {}).finally(() => isLooking = false);
  }, LOOK_MS);
  Deno.unrefTimer(timer);

  /** Stops looking; what is held stays so while the service ends. */
  function lose(event: Loss["event"]): void {
    clearInterval(timer);
    onLost(event);
  }

  return {
    [Symbol.dispose]() {
      if (isEnded) return;
      isEnded = true;
      clearInterval(timer);
      held.close();
    },
  };
}

/** Makes the database's file unless it is there, so that it is known before SQLite opens it. */
async function makeFile(path: string): Promise<Identity> {
  const there = await identify(path);
  if (there !== null) return there;
  // Only a new file may be closed again: SQLite has no locks on it yet, which that would drop.
  try {
    (await Deno.open(path, { createNew: true, write: true, mode: MODE })).close();
  } catch (error) {
    // A tool has made it meanwhile.
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
  return await Deno.stat(path);
}

/** Returns what identifies the file at a path; null if there is none. */
async function identify(path: string): Promise<Identity | null> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    const { NotFound, NotADirectory, FilesystemLoop } = Deno.errors;
    for (const Missing of [NotFound, NotADirectory, FilesystemLoop]) {
      if (error instanceof Missing) return null;
    }
    throw error;
  }
}

function isSame(one: Identity, other: Identity): boolean {
  return one.ino === other.ino && one.dev === other.dev;
}

/** Returns whether a file is the one at a path. */
async function isAt(path: string, file: Deno.FsFile): Promise<boolean> {
  const there = await identify(path);
  return there !== null && isSame(there, await file.stat());
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
