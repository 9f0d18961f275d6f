/** Bounds the memory of answers that requests collect before they are sent. @module */
import { noRoom } from "../chain/node.ts";

/** Memory for the answers of all requests. */
export interface Room {
  /** Begins a request. */
  open(): Held;
}

/** Answers of one request. */
export interface Held {
  /**
   * Counts an answer and returns it.
   *
   * @throws {AcctError} `limit_exceeded` if there is no room for it
   */
  keep<T>(answer: T): T;
  /** Gives the room back. */
  close(): void;
}

/** Bytes of a value besides its characters. */
const OVERHEAD = 16;

/** Creates the room, in bytes. */
export function createRoom(most: number): Room {
  let left = most;
  return {
    open() {
      let held = 0;
      return {
        keep(answer) {
          const size = measure(answer);
          if (size > left) throw noRoom();
          left -= size;
          held += size;
          return answer;
        },
        close() {
          left += held;
          held = 0;
        },
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
