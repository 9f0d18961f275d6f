/**
 * Forwards requests to the wallet host, in a window that is opened in the click, or in a frame. No
 * listener, timer or element remains between requests.
 *
 * @module
 */
import { randomId } from "../../lib/random_id.ts";
import type { DialogMethod } from "../../dialog/types.ts";
import { endOf, untilEnd } from "../../client/lazy.ts";
import { fromErrorJson } from "../../ground/error_json.ts";
import { toPlain } from "../../ground/plain.ts";
import { AcctError } from "../../ground/errors.ts";
import type { AskOptions, ParamsOf, ResultOf, Wallet } from "../../dialog/requests.ts";
import { type HostMessage, isMessage, PROTOCOL } from "../../dialog/window.ts";
import type { Transport } from "../options/options.ts";
import type { OpenedFrame } from "./frame.ts";
import { hostUrl, openPopup } from "./popup.ts";

/** Options of a `RemoteWallet`. */
export interface RemoteWalletOptions {
  /** Base URL of the wallet host. */
  readonly keysUrl: string;
  /** API key, for attribution and quotas at the host's service. */
  readonly apiKey: string;
  /** Name and logo that the dApp configures. */
  readonly app: { readonly name: string; readonly logoUrl: string | null };
  /** Type of window for the host. Default: `popup`. */
  readonly transport?: Transport;
}

/** Time for the host to load. */
const READY_TIMEOUT_MS = 30_000;
/** Time for the host to load in a frame, which is hidden until then. */
const FRAME_TIMEOUT_MS = 8_000;
/** Time for the host to load while offline: the browser's cache may still have the page. */
const OFFLINE_TIMEOUT_MS = 3_000;
/**
 * Time to determine why a window closed before it answered, including the time to load the code.
 */
const LOST_TIMEOUT_MS = 3_000;
/** Interval of checks for a closed window, while a request is pending. */
const POLL_MS = 250;
/** Delay before a window closes, to reuse it for the next step of a flow. */
const CLOSE_DELAY_MS = 60;
/** Time for which the window shows the result. */
const SEEN_MS = 750;

/** A pending request. */
interface Pending {
  readonly message: { readonly id: string };
  /** Id of a bundle that may have been sent. */
  sent: string | undefined;
  /** Settles the request; later calls are ignored. */
  /** @param seen true if the window shows the result */
  resolve(result: unknown, seen?: boolean): void;
  reject(error: AcctError): void;
  /** Rejects without an answer of the host. The host may have sent a bundle. */
  fail(cause: AcctError): void;
}

/** An open window, or a frame with its window. */
interface Opened {
  readonly window: Window;
  readonly frame: OpenedFrame | null;
  readonly at: number;
  /** True once the host has answered. */
  ready: boolean;
}

/** State between requests and windows. */
interface Remote {
  readonly options: RemoteWalletOptions;
  readonly hostOrigin: string;
  readonly pending: Map<string, Pending>;
  opened: Opened | null;
  /** Opens frames; `null` for windows, `undefined` until the choice is made. */
  frames: typeof import("./frame.ts") | null | undefined;
  /** Removes the button that requests a click. */
  removeButton: (() => void) | null;
  pollTimer: ReturnType<typeof setInterval> | undefined;
  closeTimer: ReturnType<typeof setTimeout> | undefined;
  readonly listeners: readonly (readonly [name: string, listener: (event: never) => void])[];
}

/** Creates the wallet; it does nothing before the first request. */
export function createRemoteWallet(options: RemoteWalletOptions): Wallet {
  const { keysUrl, transport = "popup" } = options;
  const remote: Remote = {
    options,
    hostOrigin: new URL(keysUrl).origin,
    pending: new Map(),
    opened: null,
    frames: transport === "popup" ? null : undefined,
    removeButton: null,
    pollTimer: undefined,
    closeTimer: undefined,
    listeners: [
      ["message", (event: MessageEvent) => receive(remote, event)],
      // After its page is closed, a window would still prompt, and its result would be lost.
      ["pagehide", ({ isTrusted }: Event) => isTrusted && failAll(remote, "window_closed")],
    ],
  };
  if (transport !== "popup") chooseFrames(remote, transport);
  return {
    ask: (method, params, options) => ask(remote, method, params, options),
    dispose: () => failAll(remote, "disposed"),
  };
}

function ask<M extends DialogMethod>(
  remote: Remote,
  method: M,
  params: ParamsOf[M],
  { signal, flow }: AskOptions,
): Promise<ResultOf[M]> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(endOf(signal));
    const id = randomId();
    // A message that cannot be posted would also block other requests that wait for the window.
    const message = toPlain(
      { acct: "request", id, method, params, ...(flow && { flow }) },
      "request",
    ) as Pending["message"];
    const end = (seen?: boolean) => {
      signal.removeEventListener("abort", onAbort);
      remote.pending.delete(id);
      closeSoon(remote, seen);
    };
    const onAbort = () => {
      post(remote, { acct: "cancel", id });
      pending.fail(endOf(signal));
    };
    const pending: Pending = {
      message,
      sent: undefined,
      resolve(result, seen) {
        end(seen);
        resolve(result as ResultOf[M]);
      },
      reject(error) {
        end();
        reject(error);
      },
      fail(cause) {
        const { sent } = pending;
        pending.reject(
          sent === undefined ? cause : new AcctError("may_be_sent", { cause, id: sent }),
        );
      },
    };
    remote.pending.set(id, pending);
    signal.addEventListener("abort", onAbort);
    const { opened } = remote;
    if (opened !== null && !opened.window.closed) {
      opened.window.focus();
      if (opened.ready) post(remote, message);
    } else if (remote.removeButton === null || navigator.userActivation?.isActive) tryOpen(remote);
  });
}

/** Releases the window once its result was shown, unless another request follows. */
function closeSoon(remote: Remote, seen?: boolean): void {
  if (remote.pending.size > 0) return;
  remote.closeTimer ??= setTimeout(() => {
    remote.closeTimer = undefined;
    if (remote.pending.size === 0) release(remote);
  }, seen ? SEEN_MS : CLOSE_DELAY_MS);
}

/** Closes the window and removes its listeners and timers. */
function release(remote: Remote): void {
  clearInterval(remote.pollTimer);
  clearTimeout(remote.closeTimer);
  remote.pollTimer = remote.closeTimer = undefined;
  remote.removeButton?.();
  remote.removeButton = null;
  if (remote.opened === null) return;
  for (const [name, listener] of remote.listeners) {
    removeEventListener(name, listener as (event: Event) => void);
  }
  remote.opened.window.close();
  remote.opened.frame?.close();
  remote.opened = null;
}

function failAll(
  remote: Remote,
  cause: AcctError | ConstructorParameters<typeof AcctError>[0],
): void {
  // Later requests open a new window.
  const all = [...remote.pending.values()];
  remote.pending.clear();
  release(remote);
  const failEach = (error: AcctError) => all.forEach(({ fail }) => fail(error));
  // Either the user closed it, or a policy severed it: the cause is looked up.
  if (cause === "window_lost") {
    const looked = import("./lost.ts")
      .then(({ causeOfClosed }) => causeOfClosed(hostUrl(remote.options.keysUrl, false)));
    // Fallback if the code does not load, or if no header can be read.
    untilEnd(looked, AbortSignal.timeout(LOST_TIMEOUT_MS)).catch(() => "window_closed" as const)
      .then((found) => failEach(new AcctError(found)));
  } else failEach(typeof cause === "string" ? new AcctError(cause) : cause);
}

function tryOpen(remote: Remote): void {
  try {
    open(remote);
  } catch (cause) {
    failAll(remote, cause instanceof AcctError ? cause : new AcctError("internal", { cause }));
  }
}

function open(remote: Remote): void {
  release(remote);
  const { frames, options: { keysUrl } } = remote;
  if (frames === undefined) return;
  if (frames !== null) {
    const frame = frames.openFrame(hostUrl(keysUrl, true), () => onUnreachable(remote));
    return watch(remote, frame.window, frame);
  }
  const window = openPopup(hostUrl(keysUrl, false));
  if (window === null) showButton(remote);
  else watch(remote, window, null);
}

/** Shows a button: only a new click, on it or on the page, may open a blocked window. */
function showButton(remote: Remote): void {
  const blocked = () => wanted && failAll(remote, "popup_blocked");
  let wanted = true;
  remote.removeButton = () => wanted = false;
  import("./ask_for_click.ts").then(({ askForClick }) => {
    if (wanted) {
      remote.removeButton = askForClick({
        open() {
          tryOpen(remote);
          return remote.opened !== null;
        },
        cancel: (error) => failAll(remote, error),
      });
    }
  }).catch(blocked);
}

function watch(remote: Remote, window: Window, frame: OpenedFrame | null): void {
  remote.opened = { window, frame, at: Date.now(), ready: false };
  for (const [name, listener] of remote.listeners) {
    addEventListener(name, listener as (event: Event) => void);
  }
  remote.pollTimer = setInterval(() => {
    if (remote.opened === null) return;
    const cause = failureOf(remote.opened, Date.now(), navigator);
    if (cause === "host_unreachable") onUnreachable(remote);
    else if (cause !== null) failAll(remote, cause);
  }, POLL_MS);
}

/** Decides whether a window failed. */
export function failureOf(
  { window, ready, frame, at }: Opened,
  now: number,
  { onLine }: { readonly onLine?: boolean },
): "window_closed" | "window_lost" | "host_unreachable" | null {
  if (window.closed) return ready ? "window_closed" : "window_lost";
  if (ready) return null;
  const timeout = onLine === false
    ? OFFLINE_TIMEOUT_MS
    : frame
    ? FRAME_TIMEOUT_MS
    : READY_TIMEOUT_MS;
  return now - at > timeout ? "host_unreachable" : null;
}

/** Handles a host that does not answer; falls back from a frame to a window. */
function onUnreachable(remote: Remote): void {
  if (remote.opened?.frame && remote.options.transport === "auto") useWindow(remote);
  else {
    failAll(remote, new AcctError("host_unreachable", { detail: `(${remote.hostOrigin})` }));
  }
}

/** Switches from frames to a window. It opens immediately if the browser allows it. */
function useWindow(remote: Remote): void {
  remote.frames = null;
  tryOpen(remote);
}

/** Checks whether this browser can guard a frame, then opens waiting requests. */
function chooseFrames(remote: Remote, transport: Transport): void {
  const chosen = (frames: Remote["frames"]) => {
    remote.frames = frames;
    if (remote.pending.size > 0) tryOpen(remote);
  };
  import("./frame.ts").then(
    (loaded) =>
      chosen(loaded.chooseHere(transport, remote.hostOrigin) === "iframe" ? loaded : null),
    () => chosen(null),
  );
}

function post(remote: Remote, message: object): void {
  remote.opened?.window.postMessage(message, remote.hostOrigin);
}

function receive(remote: Remote, event: MessageEvent): void {
  const { opened, hostOrigin } = remote;
  if (opened === null || event.source !== opened.window || event.origin !== hostOrigin) return;
  if (!isMessage(event.data)) return;
  const message = event.data as HostMessage;
  if (message.acct === "ready") onReady(remote, opened, message.versions);
  else if (message.acct === "window") {
    if (opened.frame) useWindow(remote);
  } else if (message.acct === "sent" || message.acct === "response") {
    const one = remote.pending.get(message.id);
    if (one === undefined) return;
    if (message.acct === "sent") one.sent = message.bundle ?? undefined;
    else if (message.error === undefined) one.resolve(message.result, message.seen);
    else one.reject(fromErrorJson(message.error));
  }
}

function onReady(remote: Remote, opened: Opened, versions: unknown): void {
  opened.ready = true;
  opened.frame?.show();
  if (!Array.isArray(versions) || !versions.includes(PROTOCOL)) {
    const detail = "SDK and wallet host differ in version.";
    return failAll(remote, new AcctError("host_unreachable", { detail }));
  }
  const { apiKey: key, app } = remote.options;
  post(remote, { acct: "init", version: PROTOCOL, key, app });
  // After a reload of the host, unanswered requests are sent again, unless their bundle may be sent.
  for (const one of remote.pending.values()) {
    if (one.sent) one.fail(new AcctError("aborted"));
    else post(remote, one.message);
  }
}
