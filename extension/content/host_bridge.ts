/**
 * Entry of the content script on the wallet host, in Firefox alone: connects the host's window to the
 * background. In Chromium the host connects directly.
 *
 * @module
 */
import { HOST_PORT } from "../../core/dialog/ports/extension.ts";
import { browserApi } from "../lib/browser.ts";

addEventListener(HOST_PORT, () => {
  const port = browserApi().runtime.connect({ name: HOST_PORT });
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => port.postMessage(data);
  port.onMessage.addListener((message) => port1.postMessage(message));
  // The host closes the window's connection.
  port.onDisconnect.addListener(() => port1.postMessage(null));
  globalThis.postMessage(HOST_PORT, location.origin, [port2]);
}, { once: true });
