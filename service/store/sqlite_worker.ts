/**
 * Runs SQLite on a thread of its own, for `sqlite_thread.ts`: one handle, with cached prepared
 * statements. It imports next to nothing: every thread loads it again.
 *
 * @module
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { createFits, Mailbox } from "./sqlite_mailbox.ts";
import type {
  NumberedRequest,
  SqliteAnswer,
  SqliteFailure,
  SqliteMailboxes,
  SqliteRequest,
  SqliteResult,
  SqliteStep,
} from "./sqlite_messages.ts";

/** Prepared statements to cache; the service has far fewer. */
const MAX_STATEMENTS = 200;
/** How long others may wait for a statement, in milliseconds; pauses of a busy machine are shorter. */
const SLOW_MS = 20;
/** Runs of a statement that was slow, after which it counts as quick again. */
const QUICK_RUNS = 10;
/** How long another process may hold the lock, in milliseconds. */
const BUSY_MS = 5_000;

/** Takes the lock of those that write at once: a transaction that reads first loses no race for it. */
const BEGIN = "begin immediate";

/** The thread's own end; that of `node:worker_threads` looks for ports in each value of a message. */
const port = globalThis as unknown as {
  onmessage: (event: { readonly data: SqliteMailboxes | NumberedRequest[] }) => void;
  postMessage(answers: readonly SqliteAnswer[]): void;
};

/** Missing in Deno's types. */
interface ReturnsArrays {
  setReturnArrays(enabled: boolean): void;
}

/** Code of the error for a text with U+0000, which PostgreSQL refuses as well. */
const NUL_IN_TEXT = "ERR_NUL_IN_TEXT";
/** SQLite's result code for a statement whose transaction was rolled back. */
const ABORT_ROLLBACK = 516;

/** A prepared statement, and the columns that it returns. */
interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
  /** Further runs before which finished answers are sent: one of the last was slow. */
  caution: number;
}

/** Runs statements, which stay prepared. */
interface Runner {
  run(sql: string, parameters: readonly SQLInputValue[]): SqliteResult;
  /** Ends an open transaction, and undoes it. */
  rollBack(): SqliteResult;
  /** Returns whether a statement may be slow: it was recently, or is new. */
  mayBeSlow(sql: string): boolean;
  /** Drops the prepared statements. */
  clear(): void;
}

/** Creates what runs the statements of a database. */
function createRunner(database: () => DatabaseSync): Runner {
  const statements = new Map<string, Prepared>();
  let look: StatementSync | undefined;
  let schema: number | null = null;

  function prepare(sql: string): Prepared {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    const statement = database().prepare(sql) as StatementSync & ReturnsArrays;
    statement.setReturnArrays(true);
    const entry: Prepared = { statement, columns: namesOf(statement), caution: 0 };
    statements.set(sql, entry);
    return entry;
  }

  /** Reads the version of the schema that the last statement saw. */
  function schemaVersion(): number {
    look ??= database().prepare("pragma schema_version");
    return (look.get() as { schema_version: number }).schema_version;
  }

  /**
   * Drops the statements if a table was changed, also by another process: SQLite prepares them again
   * by itself, and the columns of a `*` may be others from then on.
   */
  function compareSchema(): void {
    let found: number | null = null;
    try {
      found = schemaVersion();
      if (found === schema) return;
      // Reads the tables again: columns are looked up in what is known of them.
      database().prepare("select 1 from sqlite_master").get();
    } catch {
      // The statement itself tells the reason.
    }
    statements.clear();
    schema = found;
  }

  const runner: Runner = {
    run(sql, parameters) {
      const columnsMayChange = sql.includes("*");
      if (columnsMayChange) compareSchema();
      const prepared = prepare(sql);
      const { statement, columns } = prepared;
      const begin = performance.now();
      try {
        if (columns.length > 0) {
          const rows = statement.all(...parameters) as unknown as unknown[][];
          // Another process may change the table while the statement waits for its lock.
          const isChanged = columnsMayChange && schemaVersion() !== schema;
          return { columns: isChanged ? namesOf(statement) : columns, rows };
        }
        const { changes, lastInsertRowid } = statement.run(...parameters);
        return { changes, insertId: lastInsertRowid };
      } finally {
        const isSlow = performance.now() - begin >= SLOW_MS;
        prepared.caution = isSlow ? QUICK_RUNS : Math.max(0, prepared.caution - 1);
      }
    },
    rollBack() {
      // SQLite rolls back on a full disk itself; a second rollback would hide the reason.
      const result = database().isTransaction ? runner.run("rollback", []) : {};
      // A change of the schema was undone: the next one gets the same version.
      compareSchema();
      return result;
    },
    mayBeSlow: (sql) => (statements.get(sql)?.caution ?? 1) > 0,
    clear() {
      statements.clear();
      look = undefined;
    },
  };
  return runner;
}

/** Returns the names of the columns, as they were when the statement last ran. */
function namesOf(statement: StatementSync): string[] {
  return statement.columns().map(({ name }) => name);
}

/** Handles the requests of one database. */
interface Handler {
  handle(request: SqliteRequest): SqliteResult;
  /** Returns whether a request may be slow: it was recently, or is new. */
  mayBeSlow(request: SqliteRequest): boolean;
}

/** Creates the handler. */
function createHandler(): Handler {
  const statements = createRunner(database);
  const { run, rollBack } = statements;
  let opened: DatabaseSync | undefined;

  function open(path: string, readOnly: boolean): void {
    opened = new DatabaseSync(path, { readOnly });
    opened.exec(`pragma busy_timeout = ${BUSY_MS};`);
    if (readOnly) return;
    opened.exec("pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;");
  }

  function database(): DatabaseSync {
    if (opened === undefined) throw new Error("the database is not open");
    return opened;
  }

  function runAll(steps: readonly SqliteStep[]): SqliteResult {
    const results: SqliteResult[] = [];
    run(BEGIN, []);
    try {
      for (const { sql, parameters, count } of steps) {
        refuseNul(parameters);
        const result = run(sql, parameters);
        results.push(result);
        if (Number(result.rows?.length ?? result.changes) === count) continue;
        rollBack();
        return { steps: results, failed: results.length - 1 };
      }
      run("commit", []);
      return { steps: results };
    } catch (error) {
      rollBack();
      throw error;
    }
  }

  return {
    handle(request) {
      switch (request.kind) {
        case "open":
          open(request.path, request.readOnly);
          return {};
        case "run":
          if (request.inside === false) run(BEGIN, []);
          else if (request.inside && !database().isTransaction) throw rolledBack();
          refuseNul(request.parameters);
          // Errors of `exec` lack SQLite's result code.
          return run(request.sql, request.parameters);
        case "all":
          return runAll(request.steps);
        case "rollback":
          return rollBack();
        case "close":
          statements.clear();
          opened?.close();
          opened = undefined;
          return {};
      }
    },
    mayBeSlow: (request) => request.kind !== "run" || statements.mayBeSlow(request.sql),
  };
}

/** Creates the error of a statement that would run outside of the transaction it belongs to. */
function rolledBack(): Error {
  return Object.assign(new Error("the transaction was rolled back"), {
    code: "ERR_SQLITE_ERROR",
    errcode: ABORT_ROLLBACK,
  });
}

/** Refuses what would be stored as a whole and read up to the character. */
function refuseNul(parameters: readonly SQLInputValue[]): void {
  if (parameters.some((value) => typeof value === "string" && value.includes("\0"))) {
    throw Object.assign(new Error("a text has the character U+0000"), { code: NUL_IN_TEXT });
  }
}

/** Keeps what an error loses when it is cloned. */
function failureOf(error: unknown): SqliteFailure {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  const { name, message, code, errcode, errstr } = error as SqliteFailure;
  return { name, message, code, errcode, errstr };
}

const handler = createHandler();

/** Handles a request. */
function answer({ id, request }: NumberedRequest): SqliteAnswer {
  try {
    return { id, result: handler.handle(request) };
  } catch (error) {
    return { id, failure: failureOf(error) };
  }
}

/**
 * Handles the requests of a message. Each answer is sent at once, so that the serving thread has work;
 * what finds no room waits for the next one.
 */
function answerAll(requests: readonly NumberedRequest[]): void {
  let answers: SqliteAnswer[] = [];
  const send = () => {
    if (answers.length > 0) post(answers);
    answers = [];
  };
  for (const request of requests) {
    // Nothing is waited for, and a transaction would keep its lock.
    if (there.isEnded) return;
    // Finished answers wait for no slow query behind them.
    if (handler.mayBeSlow(request.request)) send();
    answers.push(answer(request));
    if (!back.isFull) send();
  }
  send();
}

/** Returns whether all values of a result fit into a text. */
function isTextOf(
  { rows = [], changes = 0, insertId = 0, steps = [] }: SqliteResult,
  fits: (value: unknown) => boolean,
): boolean {
  return fits(changes) && fits(insertId) && rows.every((row) => row.every(fits)) &&
    steps.every((step) => isTextOf(step, fits));
}

let there: Mailbox;
let back: Mailbox;

/** Sends answers. */
function post(answers: readonly SqliteAnswer[]): void {
  const fits = createFits();
  const isText = !back.isFull &&
    answers.every((each) => "failure" in each || isTextOf(each.result, fits));
  if (!isText || !back.put(JSON.stringify(answers))) port.postMessage(answers);
}

// A request that the mailbox does not take comes as a message.
port.onmessage = ({ data }) => {
  if (data instanceof Array) answerAll(data);
  else [there, back] = [new Mailbox(data.there), new Mailbox(data.back)];
  for (let text; (text = there.take()) !== null;) answerAll(JSON.parse(text));
  // The end of the thread takes longer.
  if (there.isEnded) handler.handle({ kind: "close" });
};
