/** `GET /v1/events`: streams the changes of accounts as server-sent events. @module */
import type { Address } from "viem";
import { AcctError, type Cause } from "../../core/ground/errors.ts";
import type { Hub } from "./hub.ts";

/** Interval of heartbeats. They stop proxies from closing the stream. */
const HEARTBEAT_MS = 15_000;
/** Errors of a key that may no longer listen. */
const REVOKED: ReadonlySet<Cause> = new Set(["key_invalid", "origin_not_allowed"]);
/** Changes buffered for a slow reader before the stream is closed and the reader reconnects. */
const MAX_BUFFERED = 200;

/** Reasons to close a stream, in addition to the end of its request. */
export interface StreamOptions {
  /** Ends it when it aborts. */
  readonly stop: AbortSignal;
  /** Called once when it has closed. */
  onEnd(): void;
  /** Throws if the caller may no longer listen. */
  check(): Promise<void>;
  /** Calls the function when that may have changed, until the returned function is called. */
  onChange(changed: () => void): () => void;
}

/**
 * Opens a stream of the changes of accounts. It closes with the request, the service or the key.
 */
export function eventStream(
  hub: Hub,
  addresses: readonly Address[],
  { stop, onEnd, check, onChange }: StreamOptions,
): Response {
  const encoder = new TextEncoder();
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const put = (text: string) => {
        if ((controller.desiredSize ?? 0) < -MAX_BUFFERED) return end();
        controller.enqueue(encoder.encode(text));
      };
      const leave = hub.subscribe(
        addresses,
        (change) => put(`event: ${change.type}\ndata: ${JSON.stringify(change)}\n\n`),
        () => end(),
      );
      const recheck = () =>
        check().catch((error) => {
          // An unreachable database revokes no key.
          if (error instanceof AcctError && REVOKED.has(error.data.cause)) end();
        });
      const pulse = setInterval(() => {
        put(": \n\n");
        void recheck();
      }, HEARTBEAT_MS);
      const unsubscribe = onChange(() => void recheck());
      let open = true;
      end = () => {
        if (!open) return;
        open = false;
        leave();
        clearInterval(pulse);
        unsubscribe();
        onEnd();
        stop.removeEventListener("abort", end);
        try {
          controller.close();
        } catch {
          // The reader closed it first.
        }
      };
      stop.addEventListener("abort", end);
      put("retry: 1000\n\n");
      if (stop.aborted) end();
    },
    cancel: () => end(),
  });
  return new Response(body, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
  });
}
