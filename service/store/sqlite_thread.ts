/** Runs SQLite on a thread of its own, so that no query keeps the serving thread. @module */
import { Worker } from "node:worker_threads";
import { createFits, Mailbox } from "./sqlite_mailbox.ts";
import type {
  NumberedRequest,
  SqliteAnswer,
  SqliteFailure,
  SqliteMailboxes,
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
   * @throws {SqliteThreadEnded} also for what comes after the request to close
   */
  ask(request: SqliteRequest): Promise<SqliteResult>;
  /** Ends the thread whatever it does; SQLite rolls back what was not committed. */
  end(): Promise<void>;
}

/** A request without an answer. */
interface Waiting {
  readonly id: number;
  resolve(result: SqliteResult): void;
  reject(error: unknown): void;
}

/** Requests without an answer. */
class Unanswered {
  // A `Map` makes a new table every few requests, and V8 links each old one to the next: all results
  // lived until the next collection of old memory.
  readonly #waiting: Waiting[] = [];

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  add(id: number): Promise<SqliteResult> {
    const { promise, resolve, reject } = Promise.withResolvers<SqliteResult>();
    this.#waiting.push({ id, resolve, reject });
    return promise;
  }

  settle(answers: readonly SqliteAnswer[]): void {
    for (const answer of answers) {
      const request = this.#take(answer.id);
      if ("result" in answer) request?.resolve(answer.result);
      else request?.reject(errorFrom(answer.failure));
    }
  }

  fail(id: number, error: unknown): void {
    this.#take(id)?.reject(error);
  }

  /** Fails the requests that cannot be passed, and returns the others. */
  refuse(requests: readonly NumberedRequest[]): NumberedRequest[] {
    return requests.filter((request) => {
      const error = cloneError(request);
      if (error !== undefined) this.fail(request.id, error);
      return error === undefined;
    });
  }

  failAll(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  /** Removes a request, which is the first where answers come in order. */
  #take(id: number): Waiting | undefined {
    if (this.#waiting[0]?.id === id) return this.#waiting.shift();
    const at = this.#waiting.findIndex((each) => each.id === id);
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0];
  }
}

/** Creates a thread; the process can end while it has nothing to do. */
export function createSqliteThread(): SqliteThread {
  const worker = new Worker(new URL("./sqlite_worker.ts", import.meta.url));
  const there = new Mailbox();
  const back = new Mailbox();
  const first: SqliteMailboxes = { there: there.memory, back: back.memory };
  worker.postMessage(first);
  const waiting = new Unanswered();
  let outgoing: NumberedRequest[] = [];
  /** Requests that have crossed and wait for their answers. */
  let crossed = 0;
  let last = 0;
  /** Whether it only reads: requests wait for no earlier answer. */
  let reads = false;
  let ended: SqliteThreadEnded | undefined;
  /** Whether the database was closed: nothing may follow. */
  let closed = false;

  const receive = (answers: readonly SqliteAnswer[]) => {
    waiting.settle(answers);
    crossed -= answers.length;
    if (waiting.isEmpty) worker.unref();
    if (reads || crossed === 0) send();
  };
  /** Receives the answers that come as texts. */
  const listen = async () => {
    for (let text; (text = await back.next()) !== null;) receive(JSON.parse(text));
  };
  worker.on("message", receive);
  void listen();
  const fail = (cause?: unknown) => {
    back.end();
    ended ??= new SqliteThreadEnded(cause === undefined ? undefined : { cause });
    waiting.failAll(ended);
  };
  const post = (requests: readonly NumberedRequest[]) => {
    if (!fitIntoText(requests) || !there.put(JSON.stringify(requests))) {
      worker.postMessage(requests);
      there.putElsewhere();
    }
    crossed += requests.length;
  };
  /**
   * Sends what has come since the last message, in one: a message costs more than most queries. What
   * finds the last one not taken is sent with what comes until there is an answer.
   */
  const send = () => {
    // A message without requests has no answer, at which those that wait for the mailbox are sent.
    if (ended !== undefined || outgoing.length === 0 || there.isFull) return;
    const requests = outgoing;
    outgoing = [];
    try {
      return post(requests);
    } catch {
      // One of them holds a value that cannot be passed, nor stored: the others do not suffer.
    }
    const others = waiting.refuse(requests);
    try {
      if (others.length > 0) post(others);
    } catch (error) {
      // A value was passed to one copy, and not to the other.
      for (const { id } of others) waiting.fail(id, error);
    }
    if (waiting.isEmpty) worker.unref();
  };
  const terminate = async () => {
    there.end();
    await worker.terminate();
  };
  // An answer that cannot be read leaves its request open, and perhaps a transaction.
  worker.on("messageerror", (error) => {
    fail(error);
    void terminate();
  });
  worker.on("error", fail);
  worker.on("exit", () => fail());
  worker.unref();

  return {
    get alive() {
      return ended === undefined;
    },
    ask(request) {
      if (ended !== undefined || closed) return Promise.reject(ended ?? new SqliteThreadEnded());
      closed = request.kind === "close";
      const id = ++last;
      if (waiting.isEmpty) worker.ref();
      const answer = waiting.add(id);
      outgoing.push({ id, request });
      if (reads || crossed === 0) send();
      if (request.kind === "open") reads = request.readOnly;
      return answer;
    },
    async end() {
      await terminate();
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

/** Returns whether all values of requests fit into a text. */
function fitIntoText(requests: readonly NumberedRequest[]): boolean {
  const fits = createFits();
  return requests.every(({ request }) => {
    switch (request.kind) {
      case "run":
        return request.parameters.every(fits);
      case "all":
        return request.steps.every(({ parameters }) => parameters.every(fits));
      default:
        return true;
    }
  });
}

/** Returns the error of a value that cannot be passed. */
function cloneError(value: unknown): unknown {
  try {
    structuredClone(value);
  } catch (error) {
    return error;
  }
}
