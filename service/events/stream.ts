/** `GET /v1/events`: streams an account's changes as server-sent events. @module */
import type { Address } from "viem";
import type { Hub } from "./hub.ts";

/** Interval of heartbeats, which keep proxies from closing the stream. */
const HEARTBEAT_MS = 15_000;
/** Changes buffered for a slow reader before the stream is closed and the reader reconnects. */
const MAX_BUFFERED = 200;

/** Opens a stream of an account's changes; it ends with the request or with the service. */
export function eventStream(hub: Hub, address: Address, stop: AbortSignal): Response {
  const encoder = new TextEncoder();
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const put = (text: string) => {
        if ((controller.desiredSize ?? 0) < -MAX_BUFFERED) return end();
        controller.enqueue(encoder.encode(text));
      };
      const leave = hub.subscribe(
        address,
        (change) => put(`event: ${change.type}\ndata: ${JSON.stringify(change)}\n\n`),
        () => end(),
      );
      const pulse = setInterval(() => put(": \n\n"), HEARTBEAT_MS);
      let open = true;
      end = () => {
        if (!open) return;
        open = false;
        leave();
        clearInterval(pulse);
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
