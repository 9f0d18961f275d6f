/**
 * Entry of the script in the page's own world: announces the provider (EIP-6963).
 *
 * @module
 */
import { icon } from "../../core/page/icon.ts";
import { readConfig } from "../lib/config.ts";
import { PAGE_PORT, PAGE_READY } from "../lib/messages.ts";
import { offerEthereum } from "./ethereum.ts";
import { createPageProvider } from "./provider.ts";

// Sandboxed frames and documents without an origin have no wallet.
if (globalThis.origin !== "null") announce();

function announce(): void {
  const { name, rdns } = readConfig();
  let port: MessagePort | null = null;
  const outbox: unknown[] = [];
  const { provider, receive } = createPageProvider((message) => {
    if (port === null) outbox.push(message);
    else port.postMessage(message);
  });
  // The content script may start after this script, and accepts one of the ports.
  const offer = () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      if (data !== PAGE_READY) return receive(data);
      removeEventListener(PAGE_READY, offer);
      port = port1;
      for (const message of outbox.splice(0)) port.postMessage(message);
    };
    // The target "/" is the page's own origin, which frames without a URL inherit.
    globalThis.postMessage(PAGE_PORT, "/", [port2]);
  };
  addEventListener(PAGE_READY, offer);
  offer();

  const uuid = crypto.randomUUID?.() ?? fallbackId();
  const detail = Object.freeze({
    info: Object.freeze({ uuid, name, icon, rdns }),
    // Not frozen: pages set members, such as `autoRefreshOnNetworkChange` of older wallets.
    provider,
  });
  const tell = () => void dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
  addEventListener("eip6963:requestProvider", tell);
  tell();
  offerEthereum(detail.provider);
}

/** Returns a random UUID on pages without a secure context. */
function fallbackId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = bytes[6]! & 15 | 64;
  bytes[8] = bytes[8]! & 63 | 128;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
