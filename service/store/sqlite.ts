/**
 * Connects Kysely to SQLite on threads of their own (`sqlite_thread.ts`): one that writes, with
 * `begin immediate`, so that a transaction which reads before it writes never loses a race to another
 * writer; and for a file one that reads, which waits for no transaction.
 *
 * @module
 */
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
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { AcctError } from "../../core/protocol/errors.ts";
import type { SqliteRequest, SqliteResult, SqliteValue } from "./sqlite_messages.ts";
import { createSqliteThread, type SqliteThread, SqliteThreadEnded } from "./sqlite_thread.ts";
import { createTurns, type Turns } from "./turns.ts";

/** SQLite's result code for a full disk, in the low byte. */
const SQLITE_FULL = 13;
/** SQLite's result code for an I/O error, which a full disk also causes. */
const SQLITE_IOERR = 10;
/** SQLite's result code for a file that another process has locked. */
const SQLITE_BUSY = 5;
/** SQLite's result code for a statement whose transaction was rolled back. */
const SQLITE_ABORT = 4;

/** Dialect for one SQLite file (`:memory:` is not persisted). */
export class SqliteDialect implements Dialect {
  readonly #path: string;
  readonly #createThread: () => SqliteThread;
  readonly #changes: KeyChanges;

  /** Stores the path; the file is opened at first use. */
  constructor(path: string, createThread: () => SqliteThread = createSqliteThread) {
    this.#path = path;
    this.#createThread = createThread;
    this.#changes = new KeyChanges(path);
  }

  /** @inheritDoc */
  createAdapter(): DialectAdapter {
    return new SqliteFileAdapter(this.#changes);
  }
  /** @inheritDoc */
  createDriver(): Driver {
    return new SqliteDriver(this.#path, this.#createThread, this.#changes);
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

/** Leaves the order of connections to the driver. */
export class SqliteFileAdapter extends SqliteAdapter {
  readonly #changes: KeyChanges;

  /** Creates the adapter of a file. */
  constructor(changes: KeyChanges) {
    super();
    this.#changes = changes;
  }

  /** @inheritDoc */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /**
   * Runs all missing migrations in one transaction: a process that is killed leaves nothing half
   * done, and of several that start at once one migrates.
   *
   * @inheritDoc
   */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /**
   * Counts the changes of keys in the file that were seen, by whichever process; null if it cannot be
   * told now. It takes microseconds and may be asked for at every request.
   */
  keyChanges(): number | null {
    return this.#changes.count();
  }
}

/**
 * Watches a file for changes of keys, on the serving thread. It asks whether anything was committed,
 * which compares what SQLite holds in shared memory, and only then reads the count, a row; neither waits
 * for a lock, and a message to another thread would take twenty times as long.
 *
 * A backup that is restored brings a count of its own, which can be the same: SQLite counts a change of
 * the schema then.
 */
class KeyChanges {
  readonly #path: string;
  #look: Look | undefined;
  #seen = -1;
  #ended = false;

  constructor(path: string) {
    this.#path = path;
  }

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

/** Opens the threads, and lets one connection at a time write. */
class SqliteDriver implements Driver {
  readonly #writer: Handle;
  readonly #reader: Handle | null;
  readonly #changes: KeyChanges;
  readonly #turns = createTurns();

  constructor(path: string, createThread: () => SqliteThread, changes: KeyChanges) {
    this.#changes = changes;
    this.#writer = new Handle(path, createThread, false);
    // A database in memory has one handle.
    this.#reader = path === ":memory:" ? null : new Handle(path, createThread, true);
  }

  async init(): Promise<void> {
    await this.#writer.open();
    await this.#reader?.open();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(
      new SqliteConnection(this.#writer, this.#reader, this.#turns),
    );
  }

  releaseConnection(connection: SqliteConnection): Promise<void> {
    connection.release();
    return Promise.resolve();
  }

  beginTransaction(connection: SqliteConnection): Promise<void> {
    return connection.begin();
  }
  commitTransaction(connection: SqliteConnection): Promise<void> {
    return connection.end({ kind: "run", sql: "commit", parameters: [], inside: true });
  }
  rollbackTransaction(connection: SqliteConnection): Promise<void> {
    return connection.end({ kind: "rollback" });
  }

  async destroy(): Promise<void> {
    this.#changes.end();
    await this.#reader?.close();
    // The last handle moves the log into the file, and one that only reads cannot.
    await this.#writer.close();
  }
}

/** Reads until it writes; from then on it is the only one that does. */
class SqliteConnection implements DatabaseConnection {
  readonly #writer: Handle;
  readonly #reader: Handle | null;
  readonly #turns: Turns;
  #unlock: (() => void) | undefined;
  /** The thread of the transaction: no other may go on with it. */
  #thread: SqliteThread | undefined;
  /**
   * Whether a transaction is open, `false` before its first statement, with which it begins: a message
   * of its own would take as long as the statement. Until its end was answered, nothing may run outside
   * of it.
   */
  #inside: boolean | undefined;

  constructor(writer: Handle, reader: Handle | null, turns: Turns) {
    this.#writer = writer;
    this.#reader = reader;
    this.#turns = turns;
  }

  async executeQuery<R>({ query, sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const values = parameters as SqliteValue[];
    const inside = this.#inside;
    // Whether or not it begins: what follows belongs to it.
    if (inside === false) this.#inside = true;
    const request = {
      kind: "run",
      sql,
      parameters: values,
      ...(inside !== undefined && { inside }),
    } as const;
    const reads = this.#unlock === undefined && query.kind === "SelectQueryNode";
    const { columns, rows, changes, insertId } = reads && this.#reader !== null
      ? await askIn(await this.#reader.open(), request)
      : await this.write(request);
    if (columns !== undefined && rows !== undefined) {
      return { rows: rows.map((row) => namedValues(columns, row) as R) };
    }
    return { rows: [], numAffectedRows: BigInt(changes ?? 0), insertId: BigInt(insertId ?? 0) };
  }

  /** Takes the turn of a transaction. */
  async begin(): Promise<void> {
    this.#unlock ??= await this.#turns.take();
    this.#inside = false;
  }

  /** Ends a transaction; one without a statement never began. */
  async end(request: SqliteRequest): Promise<void> {
    if (this.#inside) await this.write(request);
    this.#inside = undefined;
  }

  /** Sends a request to the thread that writes. */
  async write(request: SqliteRequest): Promise<SqliteResult> {
    this.#unlock ??= await this.#turns.take();
    this.#thread ??= await this.#writer.open();
    const begin = performance.now();
    try {
      return await askIn(this.#thread, request);
    } catch (error) {
      // Those that wait since then have waited as long for the same lock.
      if (isBusy(error)) this.#turns.refuse(begin, error);
      throw error;
    }
  }

  release(): void {
    this.#unlock?.();
    this.#unlock = undefined;
    this.#thread = undefined;
    this.#inside = undefined;
  }

  // deno-lint-ignore require-yield -- the service reads pages, never a stream of rows
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    await Promise.reject(new Error("streaming is not supported"));
  }
}

/** A handle of the database, opened again if its thread ended. */
class Handle {
  readonly #path: string;
  readonly #createThread: () => SqliteThread;
  readonly #readOnly: boolean;
  #thread: SqliteThread | undefined;
  #opening: Promise<SqliteThread> | undefined;
  #closed = false;

  constructor(path: string, createThread: () => SqliteThread, readOnly: boolean) {
    this.#path = path;
    this.#createThread = createThread;
    this.#readOnly = readOnly;
  }

  /** Returns the open thread. */
  open(): Promise<SqliteThread> {
    if (this.#closed) return Promise.reject(new AcctError("storage_down"));
    if (this.#opening !== undefined) {
      // Never replaces a lost database in memory by an empty one.
      if (this.#thread?.alive || this.#path === ":memory:") return this.#opening;
    }
    const thread = this.#createThread();
    this.#thread = thread;
    this.#opening = askIn(thread, { kind: "open", path: this.#path, readOnly: this.#readOnly })
      .then(() => thread, async (error) => {
        await thread.end();
        throw error;
      });
    return this.#opening;
  }

  /** Closes the handle after the requests that were sent before. */
  async close(): Promise<void> {
    this.#closed = true;
    // A thread that ends meanwhile has nothing left to close.
    if (this.#thread?.alive) await this.#thread.ask({ kind: "close" }).catch(() => {});
    await this.#thread?.end();
  }
}

/** Returns a row as an object. */
function namedValues(columns: readonly string[], row: readonly unknown[]): unknown {
  const named: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at++) named[columns[at]!] = row[at];
  return named;
}

/** Sends a request and translates its error. */
async function askIn(thread: SqliteThread, request: SqliteRequest): Promise<SqliteResult> {
  try {
    return await thread.ask(request);
  } catch (error) {
    throw storageError(error);
  }
}

/** Returns whether a text cannot be stored, by the worker's own code. */
function isNulInText(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_NUL_IN_TEXT";
}

/** Returns SQLite's result code; 0 for other errors. */
function codeOf(error: unknown): number {
  return typeof error === "object" && error !== null && "errcode" in error
    ? Number(error.errcode) & 0xff
    : 0;
}

/** Returns whether another process has locked the file for longer than SQLite waits. */
function isBusy(error: unknown): boolean {
  return error instanceof AcctError && codeOf(error.cause) === SQLITE_BUSY;
}

/** Translates errors that are no fault of the service; returns others unchanged. */
function storageError(error: unknown): unknown {
  const code = codeOf(error);
  if (isNulInText(error)) {
    const detail = "A text has the character U+0000.";
    return new AcctError("invalid_params", { detail, cause: error });
  }
  if (code === SQLITE_BUSY || code === SQLITE_ABORT || error instanceof SqliteThreadEnded) {
    return new AcctError("storage_down", { cause: error });
  }
  return code === SQLITE_FULL || code === SQLITE_IOERR
    ? new AcctError("storage_full", { cause: error })
    : error;
}
