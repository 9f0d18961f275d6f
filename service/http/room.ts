/** Bounds memory that requests hold: each client and each block of networks takes a share. @module */
import { noRoom, type ReadRoom } from "../chain/node.ts";
import { type Counts, createClientCounts } from "../lib/counts.ts";

/** Memory that requests share, in bytes. */
export interface Room {
  /** Begins a request of a client. */
  open(client: string): Held;
}

/** Memory of one request. */
export interface Held extends ReadRoom, Disposable {
  /**
   * Counts a JSON value and returns it.
   *
   * @throws {AcctError} `limit_exceeded` if there is no room for it
   */
  keep<T>(value: T): T;
  /** Gives everything back. */
  [Symbol.dispose](): void;
}

/** Bytes of a value besides its characters. */
const OVERHEAD = 16;

/**
 * Creates the room.
 *
 * @param most bytes of all clients
 * @param share bytes of one client; half of all is the most of one block of networks
 */
export function createRoom(most: number, share: number): Room {
  const shared = {
    clients: createClientCounts({ all: most, client: share }),
    left: most,
  };
  return { open: (client) => new Hold(shared, client) };
}

/** Counts that the requests of a room share. */
interface Shared {
  readonly clients: Counts;
  /** Bytes. */
  left: number;
}

/** A class, because each request opens some. */
class Hold implements Held {
  readonly #shared: Shared;
  readonly #client: string;
  #held = 0;

  constructor(shared: Shared, client: string) {
    this.#shared = shared;
    this.#client = client;
  }

  take(size: number): boolean {
    const { left, clients } = this.#shared;
    if (size > left || clients.isFull(this.#client, size)) return false;
    this.#change(size);
    return true;
  }

  give(size: number): void {
    // A second node may still be read when the request has its answer.
    this.#change(-Math.min(size, this.#held));
  }

  keep<T>(value: T): T {
    if (!this.take(measure(value))) throw noRoom();
    return value;
  }

  [Symbol.dispose](): void {
    this.#change(-this.#held);
  }

  #change(size: number): void {
    if (size === 0) return;
    this.#shared.left -= size;
    this.#held += size;
    this.#shared.clients.add(this.#client, size);
  }
}

/** Estimates the bytes of a JSON value. */
function measure(value: unknown): number {
  let size = 0;
  const rest = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    size += OVERHEAD;
    if (typeof next === "string") size += next.length;
    else if (Array.isArray(next)) { for (const each of next) rest.push(each); }
    else if (typeof next === "object" && next !== null) {
      for (const [name, each] of Object.entries(next)) {
        size += name.length;
        rest.push(each);
      }
    }
  }
  return size;
}
