/**
 * Wallet of a site: forwards requests to a window of the wallet host, together with the origin that
 * the browser reported for the site.
 *
 * @module
 */
import type { FromExtension, HostPort } from "../../core/dialog/ports/extension.ts";
import type { AskOptions, ParamsOf, ResultOf, Wallet } from "../../core/dialog/requests.ts";
import type { DialogMethod } from "../../core/dialog/types.ts";
import { type HostMessage, isMessage, PROTOCOL } from "../../core/dialog/window.ts";
import { endOf } from "../../core/client/lazy.ts";
import { fromErrorJson } from "../../core/ground/error_json.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { toPlain } from "../../core/ground/plain.ts";
import { randomId } from "../../core/lib/random_id.ts";
import type { WalletWindow, WalletWindows } from "./windows.ts";

/** Time for the host to load. */
const READY_TIMEOUT_MS = 30_000;
/** Delay before a window closes, to reuse it for the next step of a flow. */
const CLOSE_DELAY_MS = 60;
/** Time for which the window shows the result. */
const SEEN_MS = 750;

/** Options of a site's wallet. */
export interface SiteWalletOptions {
  /** Origin of the site, from the browser. */
  readonly origin: string;
  readonly apiKey: string;
  /** Base URL of the wallet host, for errors. */
  readonly keysUrl: string;
  readonly windows: WalletWindows;
  /** Called when a request was added or removed. */
  onChange(): void;
}

/** A wallet with the requests that wait for the user. */
export interface SiteWallet extends Wallet {
  /** Methods of the pending requests. */
  pending(): readonly DialogMethod[];
  /** Shows the window in front of others. */
  focus(): void;
}

/** A pending request. */
interface Pending {
  readonly method: DialogMethod;
  readonly message: { readonly id: string };
  /** Id of a bundle that may have been sent. */
  sent: string | undefined;
  resolve(result: unknown, seen?: boolean): void;
  reject(error: AcctError): void;
  /** Rejects without an answer of the host. The host may have sent a bundle. */
  fail(cause: AcctError): void;
}

/** State of the wallet. */
interface State {
  readonly options: SiteWalletOptions;
  readonly pending: Map<string, Pending>;
  window: WalletWindow | null;
  port: HostPort | null;
  readyTimer: ReturnType<typeof setTimeout> | undefined;
  closeTimer: ReturnType<typeof setTimeout> | undefined;
}

/** Creates the wallet; it opens no window before the first request. */
export function createSiteWallet(options: SiteWalletOptions): SiteWallet {
  const state: State = {
    options,
    pending: new Map(),
    window: null,
    port: null,
    readyTimer: undefined,
    closeTimer: undefined,
  };
  return {
    ask: (method, params, options) => ask(state, method, params, options),
    dispose: () => failAll(state, new AcctError("disposed")),
    pending: () => [...state.pending.values()].map(({ method }) => method),
    focus: () => state.window?.focus(),
  };
}

function ask<M extends DialogMethod>(
  state: State,
  method: M,
  params: ParamsOf[M],
  { signal, flow }: AskOptions,
): Promise<ResultOf[M]> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(endOf(signal));
    const id = randomId();
    const message = toPlain(
      { acct: "request", id, method, params, ...(flow && { flow }) },
      "request",
    ) as Pending["message"] & FromExtension;
    const end = (seen?: boolean) => {
      signal.removeEventListener("abort", onAbort);
      state.pending.delete(id);
      state.options.onChange();
      closeSoon(state, seen);
    };
    const onAbort = () => {
      state.port?.postMessage({ acct: "cancel", id });
      pending.fail(endOf(signal));
    };
    const pending: Pending = {
      method,
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
    state.pending.set(id, pending);
    state.options.onChange();
    signal.addEventListener("abort", onAbort);
    clearTimeout(state.closeTimer);
    state.closeTimer = undefined;
    if (state.window === null) return open(state);
    state.window.focus();
    state.port?.postMessage(message);
  });
}

function open(state: State): void {
  const { windows, keysUrl } = state.options;
  state.window = windows.open({
    onPort: (port) => connect(state, port),
    onClosed() {
      state.window = null;
      failAll(state, new AcctError("window_closed"));
    },
  });
  if (state.window === null) {
    return failAll(state, new AcctError("limit_exceeded", { retryAfter: 1 }));
  }
  state.readyTimer = setTimeout(() => {
    const detail = `(${new URL(keysUrl).origin})`;
    failAll(state, new AcctError("host_unreachable", { detail }));
  }, READY_TIMEOUT_MS);
}

function connect(state: State, port: HostPort): void {
  state.port = port;
  port.onDisconnect.addListener(() => {
    if (state.port === port) state.port = null;
  });
  port.onMessage.addListener((data) => {
    if (state.port === port && isMessage(data)) receive(state, port, data as HostMessage);
  });
}

function receive(state: State, port: HostPort, message: HostMessage): void {
  if (message.acct === "ready") return greet(state, port, message.versions);
  if (message.acct !== "sent" && message.acct !== "response") return;
  const one = state.pending.get(message.id);
  if (one === undefined) return;
  if (message.acct === "sent") one.sent = message.bundle ?? undefined;
  else if (message.error === undefined) one.resolve(message.result, message.seen);
  else one.reject(fromErrorJson(message.error));
}

/**
 * Sends the site and all requests; repeated after a reload of the host. A request whose bundle may
 * have been sent is not repeated, because the user could confirm it twice.
 */
function greet(state: State, port: HostPort, versions: unknown): void {
  clearTimeout(state.readyTimer);
  state.readyTimer = undefined;
  if (!Array.isArray(versions) || !versions.includes(PROTOCOL)) {
    const detail = "Extension and wallet host differ in version.";
    return failAll(state, new AcctError("host_unreachable", { detail }));
  }
  const { origin, apiKey: key } = state.options;
  // The title of a page is not shown: a page chooses it.
  const app = { name: new URL(origin).host, logoUrl: null };
  port.postMessage({ acct: "init", version: PROTOCOL, key, app, origin });
  for (const { message, sent, fail } of [...state.pending.values()]) {
    if (sent === undefined) port.postMessage(message);
    else fail(new AcctError("aborted"));
  }
}

/** Closes the window once its result was shown, unless another request follows. */
function closeSoon(state: State, seen?: boolean): void {
  if (state.pending.size > 0) return;
  state.closeTimer ??= setTimeout(() => {
    state.closeTimer = undefined;
    if (state.pending.size === 0) release(state);
  }, seen ? SEEN_MS : CLOSE_DELAY_MS);
}

function release(state: State): void {
  clearTimeout(state.readyTimer);
  state.readyTimer = undefined;
  state.port = null;
  const { window } = state;
  state.window = null;
  window?.close();
}

function failAll(state: State, cause: AcctError): void {
  const all = [...state.pending.values()];
  release(state);
  for (const { fail } of all) fail(cause);
}
