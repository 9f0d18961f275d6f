/**
 * Runs SQLite on a thread of its own, for `sqlite_thread.ts`: one handle, with cached prepared
 * statements. It imports nothing else: every thread loads it again.
 *
 * @module
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { parentPort } from "node:worker_threads";
import type {
  SqliteAnswer,
  SqliteFailure,
  SqliteRequest,
  SqliteResult,
} from "./sqlite_messages.ts";

/** Prepared statements to cache; the service has far fewer. */
const MAX_STATEMENTS = 200;
/** How long another process may hold the lock, in milliseconds. */
const BUSY_MS = 5_000;

/** Creates a function that handles requests of one database. */
function createHandler(): (request: SqliteRequest) => SqliteResult {
  const statements = new Map<string, { statement: StatementSync; rows: boolean }>();
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

  function prepare(sql: string): { statement: StatementSync; rows: boolean } {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= MAX_STATEMENTS) statements.clear();
    const statement = database().prepare(sql);
    const entry = { statement, rows: statement.columns().length > 0 };
    statements.set(sql, entry);
    return entry;
  }

  function run(sql: string, parameters: readonly SQLInputValue[]): SqliteResult {
    const { statement, rows } = prepare(sql);
    if (rows) return { rows: statement.all(...parameters) };
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
parentPort?.on("message", ({ id, request }: { id: number; request: SqliteRequest }) => {
  let answer: SqliteAnswer;
  try {
    answer = { id, result: handle(request) };
  } catch (error) {
    answer = { id, failure: failureOf(error) };
  }
  parentPort?.postMessage(answer);
});
