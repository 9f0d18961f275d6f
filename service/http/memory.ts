/**
 * Limits the memory of requests: their bodies, the nodes' answers that they read, and replies.
 *
 * @module
 */
import { noRoom, type ReadRoom } from "../chain/node/node.ts";
import { createClientCounts } from "./limits.ts";

/** Memory of all requests. */
export interface Memory {
  /** Opens the memory of a client's request or reply. */
  open(client: string): Held;
}

/** Memory of one request; it is free again when it is disposed of. */
export type Held = ReadRoom & Disposable;

/** Creates the memory of all requests in bytes, with a maximum share per client. */
export function createMemory(most: number, share: number): Memory {
  const clients = createClientCounts({ all: most, client: share });
  let left = most;
  return {
    open(client) {
      let held = 0;
      let isOpen = true;
      const change = (size: number) => {
        left -= size;
        held += size;
        clients.add(client, size);
      };
      return {
        take(size) {
          // A second node may still be read when the request has its answer.
          const fits = isOpen && size <= left && !clients.isFull(client, size);
          if (fits) change(size);
          return fits;
        },
        give: (size) => change(-Math.min(size, held)),
        [Symbol.dispose]() {
          isOpen = false;
          change(-held);
        },
      };
    },
  };
}

/** Characters from which a reply counts, and bytes of a chunk; the system's buffers take less. */
const LARGE = 256 * 1024;

/**
 * Replies with JSON. A large reply reserves memory until the client has read it or its time in
 * milliseconds has passed.
 *
 * @throws {AcctError} `limit_exceeded` if there is no memory for a large reply
 */
export function replyJson(value: unknown, held: Held, time: number): Response {
  const text = JSON.stringify(value);
  const headers = { "content-type": "application/json" };
  if (text.length < LARGE) return new Response(text, { headers });
  if (!held.take(text.length)) throw noRoom();
  let rest = new TextEncoder().encode(text);
  const length = String(rest.length);
  const end = () => {
    clearTimeout(timer);
    rest = new Uint8Array();
    held[Symbol.dispose]();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setTimeout(() => {
        end();
        // Shorter than announced: the server closes the connection, and the client sees the fault.
        controller.close();
      }, time);
    },
    pull(controller) {
      controller.enqueue(rest.subarray(0, LARGE));
      rest = rest.subarray(LARGE);
      if (rest.length > 0) return;
      end();
      controller.close();
    },
    cancel: end,
  }, { highWaterMark: 0 });
  return new Response(body, { headers: { ...headers, "content-length": length } });
}
