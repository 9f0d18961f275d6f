/** Tells whether keys were changed in a file of SQLite, whichever process did it. @module */
import { DatabaseSync, type StatementSync } from "node:sqlite";

/**
 * Watches a file for changes of keys, on the serving thread. It asks whether anything was committed,
 * which compares what SQLite holds in shared memory, and only then reads the count, a row; neither waits
 * for a lock, and a message to another thread would take twenty times as long.
 *
 * A backup that is restored brings a count of its own, which can be the same: SQLite counts a change of
 * the schema then.
 */
export class KeyChanges {
  readonly #path: string;
  #look: Look | undefined;
  #seen = -1;
  #ended = false;

  /** Stores the path; the file is opened at the first look. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Counts the changes that were seen; null if it cannot be told now. */
  count(): number | null {
    // Only its own handle writes to a database in memory, and tells of it.
    if (this.#path === ":memory:") return 0;
    if (this.#ended) return null;
    try {
      const look = this.#look ??= openLook(this.#path);
      const { data_version: version } = look.version.get() as { data_version: number };
      // A commit between the reads is found by the next look.
      if (version !== look.at) {
        const { count } = look.changes.get() as { count: number };
        const { schema_version: schema } = look.schema.get() as { schema_version: number };
        if (count !== look.count || schema !== look.of) this.#seen++;
        Object.assign(look, { at: version, count, of: schema });
      }
      return this.#seen;
    } catch {
      this.#close();
      return null;
    }
  }

  /** Closes the handle for good. */
  end(): void {
    this.#ended = true;
    this.#close();
  }

  #close(): void {
    this.#look?.database.close();
    this.#look = undefined;
  }
}

/** A handle with the newest count that it read. */
interface Look {
  readonly database: DatabaseSync;
  readonly version: StatementSync;
  readonly changes: StatementSync;
  readonly schema: StatementSync;
  /** Version of the file at which the count and the schema's version were read. */
  at: number;
  count: number;
  of: number;
}

function openLook(path: string): Look {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    // It would be five seconds, in which nothing else is served.
    database.exec("pragma busy_timeout = 0");
    const version = database.prepare("pragma data_version");
    const changes = database.prepare("select count from key_changes");
    const schema = database.prepare("pragma schema_version");
    return { database, version, changes, schema, at: NaN, count: NaN, of: NaN };
  } catch (error) {
    database.close();
    throw error;
  }
}
