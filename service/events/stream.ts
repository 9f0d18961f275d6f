/** `GET /v1/events`: changes of an account as server-sent events. @module */
import type { Address } from "viem";
import type { Hub } from "./hub.ts";

/** Milliseconds between signs of life, which keep proxies from closing the stream. */
const PULSE = 15_000;
/** Changes that wait for a slow reader; then the stream is closed, and the reader asks anew. */
const WAITING = 200;

/** An open stream of an account's changes; it ends with the request or with the service. */
export function eventStream(hub: Hub, address: Address, stop: AbortSignal): Response {
  const encoder = new TextEncoder();
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const put = (text: string) => {
        if ((controller.desiredSize ?? 0) < -WAITING) return end();
        controller.enqueue(encoder.encode(text));
      };
      const leave = hub.subscribe(
        address,
        (change) => put(`event: ${change.type}\ndata: ${JSON.stringify(change)}\n\n`),
        () => end(),
      );
      const pulse = setInterval(() => put(": \n\n"), PULSE);
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
