/**
 * Connects Kysely to SQLite (`node:sqlite`) in this process. One handle writes, one transaction
 * after the other. For a file, a second handle reads and never waits for a transaction.
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
import { AcctError } from "../../../core/ground/errors.ts";
import { deadline } from "../../lib/deadline.ts";

/** SQLite's result codes, in the low byte: a locked file, a full disk, and an I/O error. */
const [BUSY, IO_ERROR, FULL] = [5, 10, 13] as const;
/**
 * Maximum milliseconds that a write waits for its turn and for other processes' locks, and between
 * attempts.
 */
const WAIT_MS = { most: 5_000, pause: 20 } as const;
/** Prepared statements to keep; the service has far fewer. */
const MAX_STATEMENTS = 200;

/** Statement that applies if it returns or changes as many rows as it names. */
export interface SqliteStep {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly count: number;
}

/** Dialect for one SQLite file (`:memory:` is not persisted). */
export class SqliteDialect implements Dialect {
  readonly #database: Database;

  /** Stores the path; the file is opened at first use. */
  constructor(path: string) {
    this.#database = new Database(path);
  }

  /** @inheritDoc */
  createAdapter(): DialectAdapter {
    return new SqliteFileAdapter(this.#database);
  }
  /** @inheritDoc */
  createDriver(): Driver {
    return new SqliteDriver(this.#database);
  }
  /** Closes the file; later work fails with `storage_down`. */
  close(): Promise<void> {
    return this.#database.close();
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
  readonly #database: Database;

  /** Creates the adapter of a file. */
  constructor(database: Database) {
    super();
    this.#database = database;
  }

  /** @inheritDoc */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /**
   * Runs the migration in one transaction: a killed process leaves no partial migration, and of
   * several that start together only one migrates.
   *
   * @inheritDoc
   */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Whether other processes may share it: false for a database in memory. */
  get isFile(): boolean {
    return this.#database.isFile;
  }

  /** Runs statements, all or none; the rows of each that was run. */
  async applyAll(
    steps: readonly SqliteStep[],
  ): Promise<{ readonly rows: unknown[][]; readonly failed: number | null }> {
    const writer = await this.#database.writer();
    return await this.#database.write(() => {
      const rows: unknown[][] = [];
      writer.run("begin immediate");
      try {
        for (const [index, { sql, parameters, count }] of steps.entries()) {
          const result = writer.run(sql, parameters);
          rows.push(result.rows);
          const found = result.rows.length || Number(result.numAffectedRows ?? 0);
          if (found === count) continue;
          writer.rollBack();
          return { rows, failed: index };
        }
        writer.run("commit");
        return { rows, failed: null };
      } catch (error) {
        writer.rollBack();
        throw error;
      }
    });
  }
}

/** One handle of a file, and its prepared statements. */
class Handle {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string, readOnly: boolean) {
    this.#database = new DatabaseSync(path, { readOnly });
    // SQLite's own waiting would block the process.
    this.#database.exec("pragma busy_timeout = 0");
  }

  /** Whether a transaction is open: SQLite closes one itself on a full disk. */
  get isTransaction(): boolean {
    return this.#database.isTransaction;
  }

  run<R>(sql: string, parameters: readonly unknown[] = []): QueryResult<R> {
    // PostgreSQL rejects it too; SQLite would return the text up to the character.
    if (parameters.some((value) => typeof value === "string" && value.includes("\0"))) {
      throw new AcctError("invalid_params", { detail: "A text has the character U+0000." });
    }
    const statement = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    if (statement.columns().length > 0) {
      return { rows: statement.all(...values).map((row) => ({ ...row }) as R) };
    }
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  rollBack(): void {
    if (this.#database.isTransaction) this.run("rollback");
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** A database, opened at first use. */
class Database {
  readonly isFile: boolean;
  readonly #path: string;
  #handles: Promise<{ readonly writer: Handle; readonly reader: Handle | null }> | undefined;
  /** Completion of the last turn. */
  #turn: Promise<void> = Promise.resolve();
  readonly #closing = Promise.withResolvers<void>();
  #closed: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
    this.isFile = path !== ":memory:";
  }

  async writer(): Promise<Handle> {
    return (await this.#open()).writer;
  }

  /** Returns the handle that reads outside of transactions; null for a database in memory. */
  async reader(): Promise<Handle | null> {
    if (this.#closed !== undefined) throw new AcctError("storage_down");
    return (await this.#open()).reader;
  }

  /**
   * Waits for its turn to write, and returns the function that releases it.
   *
   * @throws {AcctError} `storage_down` after five seconds, or if the file is closed
   */
  async take(): Promise<() => void> {
    if (this.#closed !== undefined) throw new AcctError("storage_down");
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = before.then(() => promise);
    const free = Promise.race([before, this.#closing.promise]);
    const isLate = await deadline(free, WAIT_MS.most, () => true);
    if (this.#closed === undefined && isLate !== true) return resolve;
    resolve();
    const detail = `The write waited ${WAIT_MS.most / 1000} seconds for other transactions.`;
    throw new AcctError("storage_down", isLate === true ? { detail } : {});
  }

  /** Runs work in its own turn. It is run again while another process has locked the file. */
  async write<T>(work: () => T): Promise<T> {
    const since = performance.now();
    const end = await this.take();
    try {
      return await whenFree(work, since);
    } finally {
      end();
    }
  }

  /** Closes the file after the transactions that run. */
  close(): Promise<void> {
    this.#closing.resolve();
    return this.#closed ??= this.#turn.then(async () => {
      const handles = await this.#handles?.catch(() => undefined);
      // The last handle moves the log into the file, and a read-only one cannot.
      handles?.reader?.close();
      handles?.writer.close();
    });
  }

  #open() {
    if (this.#handles === undefined) {
      const opening = whenFree(() => this.#openNow(), performance.now());
      this.#handles = opening;
      opening.catch(() => this.#handles = undefined);
    }
    return this.#handles;
  }

  #openNow() {
    const writer = new Handle(this.#path, false);
    try {
      writer.run("pragma journal_mode = wal");
      writer.run("pragma synchronous = full");
      writer.run("pragma foreign_keys = on");
      return { writer, reader: this.isFile ? new Handle(this.#path, true) : null };
    } catch (error) {
      writer.close();
      throw error;
    }
  }
}

/** Provides connections. */
class SqliteDriver implements Driver {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async init(): Promise<void> {
    await this.#database.writer();
  }
  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new SqliteConnection(this.#database));
  }
  releaseConnection(connection: SqliteConnection): Promise<void> {
    connection.release();
    return Promise.resolve();
  }
  beginTransaction(connection: SqliteConnection): Promise<void> {
    return connection.begin();
  }
  commitTransaction(connection: SqliteConnection): Promise<void> {
    return connection.commit();
  }
  rollbackTransaction(connection: SqliteConnection): Promise<void> {
    return connection.rollBack();
  }
  destroy(): Promise<void> {
    return this.#database.close();
  }
}

/** Has the turn of the database during a complete transaction. */
class SqliteConnection implements DatabaseConnection {
  readonly #database: Database;
  #end: (() => void) | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  async executeQuery<R>({ query, sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#end !== undefined) return await this.#inside((writer) => writer.run(sql, parameters));
    const reader = query.kind === "SelectQueryNode" ? await this.#database.reader() : null;
    if (reader !== null) return await whenFree(() => reader.run(sql, parameters));
    const writer = await this.#database.writer();
    return await this.#database.write(() => writer.run(sql, parameters));
  }

  /** `immediate`: a transaction that reads before it writes loses no race to another process. */
  async begin(): Promise<void> {
    const since = performance.now();
    const writer = await this.#database.writer();
    this.#end = await this.#database.take();
    await whenFree(() => writer.run("begin immediate"), since);
  }

  async commit(): Promise<void> {
    await this.#inside((writer) => writer.run("commit"));
  }

  async rollBack(): Promise<void> {
    (await this.#database.writer()).rollBack();
  }

  release(): void {
    this.#end?.();
    this.#end = undefined;
  }

  // deno-lint-ignore require-yield -- the service reads pages, never a stream of rows
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    await Promise.reject(new Error("streaming is not supported"));
  }

  /**
   * Runs a statement of the transaction; none may run outside of a transaction that SQLite rolled
   * back.
   */
  async #inside<T>(work: (writer: Handle) => T): Promise<T> {
    const writer = await this.#database.writer();
    if (!writer.isTransaction) throw new AcctError("storage_down");
    try {
      return work(writer);
    } catch (error) {
      throw storageError(error);
    }
  }
}

/** Runs work, again while another process has locked the file, until five seconds after `since`. */
async function whenFree<T>(work: () => T, since: number = performance.now()): Promise<T> {
  while (true) {
    try {
      return work();
    } catch (error) {
      const isLate = performance.now() - since >= WAIT_MS.most;
      if (codeOf(error) !== BUSY || isLate) throw storageError(error);
    }
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS.pause));
  }
}

/** Returns SQLite's result code; 0 for other errors. */
function codeOf(error: unknown): number {
  return typeof error === "object" && error !== null && "errcode" in error
    ? Number(error.errcode) & 0xff
    : 0;
}

/** Translates errors that are no fault of the service; returns others unchanged. */
function storageError(error: unknown): unknown {
  const code = codeOf(error);
  if (code === BUSY) return new AcctError("storage_down", { cause: error });
  return code === FULL || code === IO_ERROR
    ? new AcctError("storage_full", { cause: error })
    : error;
}
