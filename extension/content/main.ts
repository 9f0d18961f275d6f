/**
 * Entry of the content script, in an isolated world of each page: takes the port of the page's
 * script and forwards its messages.
 *
 * @module
 */
import { browserApi } from "../lib/browser.ts";
import { PAGE_PORT, PAGE_READY, SITE_PORT, WAKE } from "../lib/messages.ts";
import { createRelay } from "./relay.ts";

// The background refuses these documents too.
if (globalThis.origin !== "null") start();

function start(): void {
  const { runtime } = browserApi();
  const onOffer = ({ source, origin, data, ports }: MessageEvent) => {
    if (source !== self || origin !== globalThis.origin) return;
    if (data !== PAGE_PORT || ports.length !== 1) return;
    removeEventListener("message", onOffer);
    const port = ports[0]!;
    const relay = createRelay(
      () => runtime.connect({ name: SITE_PORT }),
      (message) => port.postMessage(message),
    );
    port.onmessage = (event) => relay.receive(event.data);
    port.postMessage(PAGE_READY);
    runtime.onMessage.addListener((message, sender) => {
      if (message === WAKE && sender.id === runtime.id) relay.wake();
    });
    // The browser closes the port of a page that it keeps for the back button.
    addEventListener("pageshow", () => relay.wake());
  };
  addEventListener("message", onOffer);
  dispatchEvent(new Event(PAGE_READY));
}
