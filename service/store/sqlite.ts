/**
 * Connects Kysely to `node:sqlite` with one handle, cached prepared statements, and `begin
 * immediate`, so that a transaction which reads before it writes never loses a race to another
 * writer.
 *
 * @module
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { AcctError } from "../../core/protocol/errors.ts";

/** SQLite's result code for a full disk, in the low byte. */
const SQLITE_FULL = 13;
/** SQLite's result code for an I/O error, which a full disk also causes. */
const SQLITE_IOERR = 10;
/** SQLite's result code for a file that another process has locked. */
const SQLITE_BUSY = 5;
/** How long another process may hold the lock, and the pause between attempts, in milliseconds. */
const BUSY_MS = { most: 5_000, pause: 20 } as const;
/** Prepared statements to cache; the service has far fewer. */
const MAX_STATEMENTS = 200;

/** Dialect for one SQLite file (`:memory:` is not persisted). */
export class SqliteDialect implements Dialect {
  readonly #path: string;

  /** Stores the path; the file is opened at first use. */
  constructor(path: string) {
    this.#path = path;
  }

  /** @inheritDoc */
  createAdapter(): DialectAdapter {
    return new SqliteAdapter();
  }
  /** @inheritDoc */
  createDriver(): Driver {
    return new SqliteDriver(this.#path);
  }
  /** @inheritDoc */
  // deno-lint-ignore no-explicit-any -- Kysely's own signature
  createIntrospector(db: Kysely<any>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
  /** @inheritDoc */
  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }
}

/** Passes one connection from query to query. */
class SqliteDriver implements Driver {
  readonly #path: string;
  #database: DatabaseSync | undefined;
  #connection: SqliteConnection | undefined;
  #free: Promise<void> = Promise.resolve();
  #release: () => void = () => {};

  constructor(path: string) {
    this.#path = path;
  }

  init(): Promise<void> {
    const database = new DatabaseSync(this.#path);
    database.exec(
      "pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000;" +
        "pragma foreign_keys = on;",
    );
    // From now on, waiting is left to timers: SQLite would stop the whole process.
    database.exec("pragma busy_timeout = 0;");
    this.#database = database;
    this.#connection = new SqliteConnection(database);
    return Promise.resolve();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#free;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#free = promise;
    await before;
    this.#release = resolve;
    if (this.#connection === undefined) throw new Error("the database is not open");
    return this.#connection;
  }

  releaseConnection(): Promise<void> {
    this.#release();
    return Promise.resolve();
  }

  beginTransaction(): Promise<void> {
    return this.#exec("begin immediate");
  }
  commitTransaction(): Promise<void> {
    return this.#exec("commit");
  }
  rollbackTransaction(): Promise<void> {
    // SQLite rolls back on a full disk itself; a second rollback would hide the reason.
    return this.#database?.isTransaction === false ? Promise.resolve() : this.#exec("rollback");
  }

  destroy(): Promise<void> {
    this.#connection?.forget();
    this.#database?.close();
    this.#database = undefined;
    return Promise.resolve();
  }

  #exec(sql: string): Promise<void> {
    // Errors of `exec` lack SQLite's result code.
    return patiently(() => void this.#database?.prepare(sql).run());
  }
}

/** Runs queries with cached prepared statements. */
class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; rows: boolean }>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  forget(): void {
    this.#statements.clear();
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return patiently(() => {
      const { statement, rows } = this.#prepare(query.sql);
      const parameters = query.parameters as SQLInputValue[];
      if (rows) return { rows: statement.all(...parameters) as R[] };
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return {
        rows: [],
        numAffectedRows: BigInt(changes),
        insertId: BigInt(lastInsertRowid),
      };
    });
  }

  // deno-lint-ignore require-yield -- the service reads pages, never a stream of rows
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    await Promise.reject(new Error("streaming is not supported"));
  }

  #prepare(sql: string): { statement: StatementSync; rows: boolean } {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    const entry = { statement, rows: statement.columns().length > 0 };
    this.#statements.set(sql, entry);
    return entry;
  }
}

/** Does the work, again and again while another process has the file locked. */
async function patiently<T>(work: () => T): Promise<T> {
  for (const end = Date.now() + BUSY_MS.most;;) {
    try {
      return work();
    } catch (error) {
      if (codeOf(error) !== SQLITE_BUSY || Date.now() > end) throw storageError(error);
      await new Promise((resolve) => setTimeout(resolve, BUSY_MS.pause));
    }
  }
}

/** Returns SQLite's result code; 0 for other errors. */
function codeOf(error: unknown): number {
  return typeof error === "object" && error !== null && "errcode" in error
    ? Number(error.errcode) & 0xff
    : 0;
}

/** Translates a full disk and a locked file; returns other errors unchanged. */
function storageError(error: unknown): unknown {
  const code = codeOf(error);
  if (code === SQLITE_BUSY) return new AcctError("storage_down", { cause: error });
  return code === SQLITE_FULL || code === SQLITE_IOERR
    ? new AcctError("storage_full", { cause: error })
    : error;
}
