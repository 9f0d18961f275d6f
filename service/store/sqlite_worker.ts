/**
 * Runs SQLite on a thread of its own, for `sqlite_thread.ts`: one handle, with cached prepared
 * statements. It imports nothing else: every thread loads it again.
 *
 * @module
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { parentPort } from "node:worker_threads";
import type {
  NumberedRequest,
  SqliteAnswer,
  SqliteFailure,
  SqliteRequest,
  SqliteResult,
} from "./sqlite_messages.ts";

/** Prepared statements to cache; the service has far fewer. */
const MAX_STATEMENTS = 200;
/** How long answers are collected to be sent in one message, in milliseconds. */
const LONG_MS = 1;
/** How long another process may hold the lock, in milliseconds. */
const BUSY_MS = 5_000;

/** What Deno's types lack. */
interface ReturnsArrays {
  setReturnArrays(enabled: boolean): void;
}

/** A prepared statement, and the columns that it returns. */
interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

/** Creates a function that handles requests of one database. */
function createHandler(): (request: SqliteRequest) => SqliteResult {
  const statements = new Map<string, Prepared>();
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

  function prepare(sql: string): Prepared {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    const statement = database().prepare(sql) as StatementSync & ReturnsArrays;
    statement.setReturnArrays(true);
    const entry = { statement, columns: statement.columns().map(({ name }) => name) };
    statements.set(sql, entry);
    return entry;
  }

  function run(sql: string, parameters: readonly SQLInputValue[]): SqliteResult {
    const { statement, columns } = prepare(sql);
    if (columns.length > 0) {
      return { columns, rows: statement.all(...parameters) as unknown as unknown[][] };
    }
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { changes, insertId: lastInsertRowid };
  }

  return (request) => {
    switch (request.kind) {
      case "open":
        open(request.path, request.readOnly);
        return {};
      case "run":
        // Errors of `exec` lack SQLite's result code.
        return run(request.sql, request.parameters);
      case "rollback":
        // SQLite rolls back on a full disk itself; a second rollback would hide the reason.
        return database().isTransaction ? run("rollback", []) : {};
      case "close":
        statements.clear();
        opened?.close();
        opened = undefined;
        return {};
    }
  };
}

/** Keeps what an error loses when it is cloned. */
function failureOf(error: unknown): SqliteFailure {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  const { name, message, code, errcode, errstr } = error as SqliteFailure;
  return { name, message, code, errcode, errstr };
}

const handle = createHandler();

/** Handles a request. */
function answer({ id, request }: NumberedRequest): SqliteAnswer {
  try {
    return { id, result: handle(request) };
  } catch (error) {
    return { id, failure: failureOf(error) };
  }
}

parentPort?.on("message", (requests: readonly NumberedRequest[]) => {
  let answers: SqliteAnswer[] = [];
  let begin = performance.now();
  for (const request of requests) {
    answers.push(answer(request));
    // What is done does not wait for a long query behind it.
    if (performance.now() - begin < LONG_MS) continue;
    parentPort?.postMessage(answers);
    answers = [];
    begin = performance.now();
  }
  if (answers.length > 0) parentPort?.postMessage(answers);
});
