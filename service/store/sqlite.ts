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
import { AcctError } from "../../core/protocol/errors.ts";
import { KeyChanges } from "./sqlite_changes.ts";
import type { SqliteRequest, SqliteResult, SqliteStep, SqliteValue } from "./sqlite_messages.ts";
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
  readonly #handles: Handles;
  readonly #changes: KeyChanges;
  #closed: Promise<void> | undefined;

  /** Stores the path; the file is opened at first use. */
  constructor(path: string, createThread: () => SqliteThread = createSqliteThread) {
    this.#handles = {
      writer: new Handle(path, createThread, false),
      // A database in memory has one handle.
      reader: path === ":memory:" ? null : new Handle(path, createThread, true),
      turns: createTurns(),
    };
    this.#changes = new KeyChanges(path);
  }

  /** @inheritDoc */
  createAdapter(): DialectAdapter {
    return new SqliteFileAdapter(this.#handles, this.#changes);
  }
  /** @inheritDoc */
  createDriver(): Driver {
    return new SqliteDriver(this.#handles, () => this.close());
  }
  /** Closes the file, once; work that comes then ends as `storage_down`, and not as Kysely's own fault. */
  close(): Promise<void> {
    return this.#closed ??= this.#close();
  }
  async #close(): Promise<void> {
    this.#changes.end();
    // One after the other, they would wait for a file that another process has locked.
    this.#handles.turns.end(new AcctError("storage_down"));
    await this.#handles.reader?.close();
    // The last handle moves the log into the file, and one that only reads cannot.
    await this.#handles.writer.close();
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
  readonly #handles: Handles;
  readonly #changes: KeyChanges;

  /** Creates the adapter of a file. */
  constructor(handles: Handles, changes: KeyChanges) {
    super();
    this.#handles = handles;
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

  /** Whether other processes may share it: false for a database in memory. */
  get isFile(): boolean {
    return this.#handles.reader !== null;
  }

  /**
   * Counts the changes of keys in the file that were seen, by whichever process; null if it cannot be
   * told now. It takes microseconds.
   */
  keyChanges(): number | null {
    return this.#changes.count();
  }

  /**
   * Reads rows outside of a transaction and without Kysely's executor, which takes as long as a short
   * query; null for a database in memory, whose one handle has transactions.
   */
  read<R>(sql: string, parameters: readonly unknown[]): Promise<R[]> | null {
    const { reader } = this.#handles;
    return reader === null
      ? null
      : readRows(reader, { kind: "run", sql, parameters: parameters as SqliteValue[] });
  }

  /** Runs statements, all or none, with one message; the rows of each that was run. */
  async applyAll(
    steps: readonly SqliteStep[],
  ): Promise<{ readonly rows: unknown[][]; readonly failed: number | null }> {
    const connection = new SqliteConnection(this.#handles);
    try {
      const { steps: results = [], failed = null } = await connection.write({ kind: "all", steps });
      return { rows: results.map(namedRows), failed };
    } finally {
      connection.release();
    }
  }
}

/** Handles of a database. */
interface Handles {
  readonly writer: Handle;
  readonly reader: Handle | null;
  /** Turns of those that write. */
  readonly turns: Turns;
}

/** Opens the threads, and lets one connection at a time write. */
class SqliteDriver implements Driver {
  readonly #handles: Handles;
  readonly #close: () => Promise<void>;

  constructor(handles: Handles, close: () => Promise<void>) {
    this.#handles = handles;
    this.#close = close;
  }

  async init(): Promise<void> {
    await this.#handles.writer.open();
    await this.#handles.reader?.open();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new SqliteConnection(this.#handles));
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

  destroy(): Promise<void> {
    return this.#close();
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

  constructor({ writer, reader, turns }: Handles) {
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
    if (reads && this.#reader !== null) return { rows: await readRows(this.#reader, request) };
    const result = await this.write(request);
    if (result.columns !== undefined) return { rows: namedRows(result) };
    const { changes, insertId } = result;
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

/** Reads rows with a handle. */
async function readRows<R>(reader: Handle, request: SqliteRequest): Promise<R[]> {
  return namedRows(await askIn(await reader.open(), request));
}

/** Returns the rows of a result as objects. */
function namedRows<R>({ columns = [], rows = [] }: SqliteResult): R[] {
  return rows.map((row) => {
    const named: Record<string, unknown> = {};
    for (let at = 0; at < columns.length; at++) named[columns[at]!] = row[at];
    return named as R;
  });
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
