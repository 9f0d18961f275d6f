/**
 * Serves the requests that a browser extension forwards for a site. The window was opened by the
 * extension, so that it has no opener.
 *
 * @module
 */
import {
  claimedExtension,
  HOST_PORT,
  type HostPort,
  isFirefoxId,
} from "../../core/dialog/ports/extension.ts";
import { isMessage } from "../../core/dialog/window.ts";
import { parseUrl } from "../../core/lib/url.ts";
import {
  type RequestServer,
  type ServeOptions,
  serveRequests,
} from "../../core/wallet/host/serve_opener.ts";
import { readMeta } from "../page/meta.ts";

/** Time for the extension to accept the port of this window. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Serves the extension that opened this window, or shows that the window has no site. */
export function serveExtension(place: HTMLElement, options: () => ServeOptions): void {
  const id = allowedExtension(location.hash, readMeta("acct-extensions"));
  const cut = () => void import("./cut.ts").then(({ showCut }) => showCut(place));
  if (id === null) return cut();
  connectTo(id).then((port) => port === null ? cut() : servePort(port, options, cut), cut);
}

/**
 * Returns the id of the extension that the URL names if the operator of the host lists it; `null`
 * otherwise.
 */
export function allowedExtension(hash: string, list: string): string | null {
  const id = claimedExtension(hash);
  return id !== null && list.split(" ").includes(id) ? id : null;
}

/**
 * Serves one port.
 *
 * @param onEnd called when the extension closes the port
 */
export function servePort(port: HostPort, options: () => ServeOptions, onEnd: () => void): void {
  let served: RequestServer | null = null;
  let started: ServeOptions | null = null;
  port.onMessage.addListener((message) => {
    if (served === null) {
      const origin = siteOf(message);
      if (origin === null) return;
      served = serveRequests(started ??= options(), origin, (answer) => port.postMessage(answer));
    }
    served.receive(message);
  });
  port.onDisconnect.addListener(() => {
    served?.stop();
    onEnd();
  });
  // The extension answers with the site and its requests.
  port.postMessage({ acct: "ready", versions: [1] });
}

/** Returns the site that the extension names; `null` for other messages and malformed origins. */
function siteOf(message: unknown): string | null {
  if (!isMessage(message) || message.acct !== "init") return null;
  const { origin } = message as { readonly origin?: unknown };
  const url = parseUrl(origin);
  return url !== null && url.origin === origin && /^https?:$/.test(url.protocol) ? origin : null;
}

/** The part of the browser's interface for pages that talk to an extension. */
interface Chromium {
  readonly chrome?: {
    readonly runtime?: { connect(id: string, info: { readonly name: string }): HostPort };
  };
}

/** Connects to the extension; `null` if it does not answer. */
async function connectTo(id: string): Promise<HostPort | null> {
  if (isFirefoxId(id)) return "mozInnerScreenX" in globalThis ? await bridgePort() : null;
  // The browser delivers the port only to the extension with this id, and only if its manifest
  // lists this host.
  return (globalThis as Chromium).chrome?.runtime?.connect(id, { name: HOST_PORT }) ?? null;
}

/**
 * Waits for the port of the extension's content script. Firefox has no direct way from a page to an
 * extension. Only code that runs in this document can post a message with this window as its source:
 * the page itself, which has a strict content security policy, or an extension that the user allowed
 * to change this page.
 */
function bridgePort(): Promise<HostPort | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(null), CONNECT_TIMEOUT_MS);
    const end = (port: HostPort | null) => {
      clearTimeout(timer);
      removeEventListener("message", onMessage);
      resolve(port);
    };
    const onMessage = ({ source, origin, data, ports }: MessageEvent) => {
      if (source !== globalThis.window || origin !== location.origin) return;
      if (data !== HOST_PORT || ports.length !== 1) return;
      end(hostPort(ports[0]!));
    };
    addEventListener("message", onMessage);
    dispatchEvent(new Event(HOST_PORT));
  });
}

/** Uses a port of the page like a port of the browser. */
function hostPort(port: MessagePort): HostPort {
  const ends: (() => void)[] = [];
  return {
    postMessage: (message) => port.postMessage(message),
    disconnect: () => port.close(),
    onMessage: {
      addListener(listener) {
        port.addEventListener("message", ({ data }) => {
          if (data === null) ends.forEach((end) => end());
          else listener(data);
        });
        port.start();
      },
    },
    onDisconnect: { addListener: (listener) => void ends.push(listener) },
  };
}
