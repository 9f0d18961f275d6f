/** Runs SQLite on a thread of its own, so that no query keeps the serving thread. @module */
import { Worker } from "node:worker_threads";
import type {
  NumberedRequest,
  SqliteAnswer,
  SqliteFailure,
  SqliteRequest,
  SqliteResult,
} from "./sqlite_messages.ts";

/** The thread ended by itself, with whatever it was doing. */
export class SqliteThreadEnded extends Error {
  /** Names the reason. */
  constructor(options?: ErrorOptions) {
    super("The thread of the database ended.", options);
  }
}

/** A thread with one handle of a SQLite database. */
export interface SqliteThread {
  /** Whether it still takes requests. */
  readonly alive: boolean;
  /**
   * Sends a request; requests are handled in order.
   *
   * @throws errors of `node:sqlite` with their codes
   * @throws {SqliteThreadEnded}
   */
  ask(request: SqliteRequest): Promise<SqliteResult>;
  /** Ends the thread whatever it does; SQLite rolls back what was not committed. */
  end(): Promise<void>;
}

/** Creates a thread; the process can end while it has nothing to do. */
export function createSqliteThread(): SqliteThread {
  const worker = new Worker(new URL("./sqlite_worker.ts", import.meta.url));
  const waiting = new Map<number, PromiseWithResolvers<SqliteResult>>();
  let outgoing: NumberedRequest[] = [];
  let unanswered = 0;
  let last = 0;
  /** Whether reads wait for the others of their turn of the event loop. */
  let gathers = false;
  let ended: SqliteThreadEnded | undefined;

  worker.on("message", (answers: readonly SqliteAnswer[]) => {
    for (const answer of answers) {
      const request = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ("result" in answer) request?.resolve(answer.result);
      else request?.reject(errorFrom(answer.failure));
    }
    unanswered -= answers.length;
    if (waiting.size === 0) worker.unref();
    if (outgoing.length > 0 && unanswered === 0) send();
  });
  const fail = (cause?: unknown) => {
    ended ??= new SqliteThreadEnded(cause === undefined ? undefined : { cause });
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  const post = (requests: readonly NumberedRequest[]) => {
    worker.postMessage(requests);
    unanswered += requests.length;
  };
  /** Sends what has come since the last message, in one: a message costs more than most queries. */
  const send = () => {
    const requests = outgoing;
    outgoing = [];
    try {
      return post(requests);
    } catch {
      // One of them holds a value that cannot be passed, nor stored: the others do not suffer.
    }
    for (const request of requests) {
      try {
        post([request]);
      } catch (error) {
        waiting.get(request.id)?.reject(error);
        waiting.delete(request.id);
      }
    }
    if (waiting.size === 0) worker.unref();
  };
  const sendGathered = () => {
    if (ended === undefined && outgoing.length > 0 && unanswered === 0) send();
  };
  // An answer that cannot be read leaves its request open, and perhaps a transaction.
  worker.on("messageerror", (error) => {
    fail(error);
    void worker.terminate();
  });
  worker.on("error", fail);
  worker.on("exit", () => fail());
  worker.unref();

  return {
    get alive() {
      return ended === undefined;
    },
    ask(request) {
      if (ended !== undefined) return Promise.reject(ended);
      const id = ++last;
      const answer = Promise.withResolvers<SqliteResult>();
      if (waiting.size === 0) worker.ref();
      waiting.set(id, answer);
      outgoing.push({ id, request });
      if (unanswered > 0) return answer.promise;
      if (!gathers) send();
      else if (outgoing.length === 1) setImmediate(sendGathered);
      // Statements of a transaction follow each other, and would wait one by one.
      if (request.kind === "open") gathers = request.readOnly;
      return answer.promise;
    },
    async end() {
      await worker.terminate();
      fail();
    },
  };
}

/** Restores an error of `node:sqlite`. */
function errorFrom({ name, message, ...fields }: SqliteFailure): Error {
  const error = name === "TypeError" ? new TypeError(message) : new Error(message);
  for (const [field, value] of Object.entries(fields)) {
    if (value !== undefined) Object.assign(error, { [field]: value });
  }
  return error;
}
