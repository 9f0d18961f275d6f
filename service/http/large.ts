/** Sends large answers in pieces, within a time: a client that does not read them frees nothing. @module */
import { noRoom } from "../chain/node.ts";
import type { Held } from "./room.ts";

/** Characters from which an answer is sent in pieces; the system's buffers take smaller ones. */
const LARGE = 256 * 1024;
/** Bytes of a piece. */
const PIECE = 256 * 1024;

/** How an answer is sent. */
export interface Sending {
  /** Room of the answer; given back once it was sent, or its time is over. */
  readonly held: Held;
  /** Milliseconds for a large answer. */
  readonly time: number;
}

/**
 * Answers with JSON.
 *
 * @throws {AcctError} `limit_exceeded` if it is large, and there is no room for it
 */
export function answerJson(value: unknown, { held, time }: Sending): Response {
  const text = JSON.stringify(value);
  if (text.length < LARGE) {
    return new Response(text, { headers: { "content-type": "application/json" } });
  }
  // Counted whole from here on: the value is gone.
  if (!held.take(text.length)) throw noRoom();
  const bytes = new TextEncoder().encode(text);
  return new Response(inPieces(bytes, time, () => held[Symbol.dispose]()), {
    headers: { "content-type": "application/json", "content-length": String(bytes.length) },
  });
}

function inPieces(
  bytes: Uint8Array<ArrayBuffer>,
  time: number,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  let sent = 0;
  let rest: Uint8Array<ArrayBuffer> | null = bytes;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    rest = null;
    onEnd();
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      timer = setTimeout(() => {
        end();
        // Shorter than it was announced: the server closes the connection, and the client knows.
        controller.close();
      }, time);
    },
    pull(controller) {
      if (rest === null) return;
      const piece = rest.subarray(sent, sent + PIECE);
      sent += piece.length;
      controller.enqueue(piece);
      if (sent < rest.length) return;
      end();
      controller.close();
    },
    cancel: end,
  }, { highWaterMark: 0 });
}
