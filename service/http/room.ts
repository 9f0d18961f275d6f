/** Bounds memory that requests hold: each client and each block of networks takes a share. @module */
import { noRoom, type ReadRoom } from "../chain/node.ts";
import { createClientCounts } from "./counts.ts";

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
  const clients = createClientCounts({ all: most, client: share });
  let left = most;
  return {
    open(client) {
      let held = 0;
      const change = (size: number) => {
        if (size === 0) return;
        left -= size;
        held += size;
        clients.add(client, size);
      };
      const take = (size: number) => {
        if (size > left || clients.isFull(client, size)) return false;
        change(size);
        return true;
      };
      return {
        take,
        // A second node may still be read when the request has its answer.
        give: (size) => change(-Math.min(size, held)),
        keep(value) {
          if (!take(measure(value))) throw noRoom();
          return value;
        },
        [Symbol.dispose]: () => change(-held),
      };
    },
  };
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
