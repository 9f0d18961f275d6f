/**
 * The wallet at the wallet host: it opens the host's window in the click and forwards questions.
 * Nothing is kept between questions: no listener, no timer, no element.
 *
 * @module
 */
import { fromErrorJson } from "../error_json.ts";
import { AcctError } from "../errors.ts";
import { askForClick } from "../window/ask_for_click.ts";
import { type OpenedWindow, openPopup, popupUrl } from "../window/popup.ts";
import { type HostMessage, isMessage, PROTOCOL } from "../window/protocol.ts";
import type { ApprovalMethod } from "./approval.ts";
import type { AskOptions, ParamsOf, ResultOf, Wallet } from "./wallet.ts";

/** What a `RemoteWallet` needs. */
export interface RemoteWalletOptions {
  /** Base URL of the wallet host. */
  readonly keysUrl: string;
  /** API key, for attribution and quotas at the host's service. */
  readonly apiKey: string;
  /** Who the page says it is. */
  readonly app: { readonly name: string; readonly logoUrl: string | null };
  /** A window that a click opened before this wallet was there. */
  readonly takeWindow?: () => OpenedWindow | null;
}

/** How long the host may take to load. */
const READY_WITHIN_MS = 30_000;
/** How often a window is looked at for having been closed, while something is pending. */
const LOOK_EVERY_MS = 250;
/** How long a window stays for the next step of a flow. */
const LINGER_MS = 60;

interface Pending {
  readonly message: object;
  settle(run: () => void): void;
  reject(error: AcctError): void;
  resolve(result: unknown): void;
}

/** Makes the wallet; nothing happens before the first question. */
export function createRemoteWallet(options: RemoteWalletOptions): Wallet {
  const hostOrigin = new URL(options.keysUrl).origin;
  const pending = new Map<string, Pending>();
  let popup: Window | null = null;
  let heard = false;
  let openedAt = 0;
  let look: ReturnType<typeof setInterval> | undefined;
  let linger: ReturnType<typeof setTimeout> | undefined;
  let removeQuestion: (() => void) | undefined;

  /** Lets go of the window and of everything that watches it. */
  const release = () => {
    clearInterval(look);
    clearTimeout(linger);
    removeQuestion?.();
    removeEventListener("message", onMessage);
    popup?.close();
    look = linger = removeQuestion = undefined;
    popup = null;
    heard = false;
  };

  const failAll = (error: AcctError) => {
    const all = [...pending.values()];
    pending.clear();
    release();
    for (const one of all) one.settle(() => one.reject(error));
  };

  const open = () => {
    release();
    if (typeof location === "undefined") throw new AcctError("passkey_unsupported");
    const opened = options.takeWindow?.() ?? null;
    popup = opened?.window ?? openPopup(popupUrl(options.keysUrl, location.origin));
    if (popup === null) {
      removeQuestion = askForClick({
        open,
        cancel: () => failAll(new AcctError("popup_blocked")),
      });
      return;
    }
    openedAt = Date.now();
    addEventListener("message", onMessage);
    for (const event of opened?.take() ?? []) onMessage(event);
    look = setInterval(() => {
      if (popup?.closed) failAll(new AcctError(heard ? "window_closed" : "window_lost"));
      else if (!heard && Date.now() - openedAt > READY_WITHIN_MS) {
        failAll(new AcctError("host_unreachable", { detail: `(${hostOrigin})` }));
      }
    }, LOOK_EVERY_MS);
  };

  const post = (message: object) => popup?.postMessage(message, hostOrigin);

  const onMessage = (event: MessageEvent) => {
    if (popup === null || event.source !== popup || event.origin !== hostOrigin) return;
    if (!isMessage(event.data)) return;
    const message = event.data as HostMessage;
    if (message.acct === "ready") {
      heard = true;
      if (!Array.isArray(message.versions) || !message.versions.includes(PROTOCOL)) {
        failAll(
          new AcctError("host_unreachable", {
            detail: "This page's SDK and the wallet host speak different versions.",
          }),
        );
        return;
      }
      const { apiKey: key, app } = options;
      post({ acct: "init", version: PROTOCOL, key, app });
      // After a reload of the host, what it has not answered is asked again.
      for (const { message } of pending.values()) post(message);
    } else if (message.acct === "response") {
      const one = pending.get(message.id);
      if (one === undefined) return;
      const { error, result } = message;
      one.settle(() =>
        error === undefined ? one.resolve(result) : one.reject(fromErrorJson(error))
      );
    }
  };

  return {
    ask<M extends ApprovalMethod>(method: M, params: ParamsOf[M], { signal, flow }: AskOptions) {
      return new Promise<ResultOf[M]>((resolve, reject) => {
        if (signal.aborted) return reject(new AcctError("aborted"));
        const id = crypto.randomUUID();
        const onAbort = () => {
          post({ acct: "cancel", id });
          one.settle(() => reject(new AcctError("aborted")));
        };
        const one: Pending = {
          message: { acct: "request", id, method, params, ...(flow && { flow }) },
          reject,
          resolve: (result) => resolve(result as ResultOf[M]),
          settle(run) {
            signal.removeEventListener("abort", onAbort);
            pending.delete(id);
            run();
            // The next step of a flow comes at once and finds the window still there.
            if (pending.size === 0 && linger === undefined) {
              linger = setTimeout(() => {
                linger = undefined;
                if (pending.size === 0) release();
              }, LINGER_MS);
            }
          },
        };
        pending.set(id, one);
        signal.addEventListener("abort", onAbort);
        if (popup !== null && !popup.closed) {
          popup.focus();
          if (heard) post(one.message);
        } else if (removeQuestion === undefined) {
          try {
            open();
          } catch (cause) {
            failAll(cause instanceof AcctError ? cause : new AcctError("internal", { cause }));
          }
        }
      });
    },
    dispose: () => failAll(new AcctError("disposed")),
  };
}
