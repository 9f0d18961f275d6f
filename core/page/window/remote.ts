/**
 * The wallet at the wallet host: it opens the host's window in the click, or the host in a frame, and
 * forwards questions.
 * Nothing is kept between questions: no listener, no timer, no element.
 *
 * @module
 */
import { fromErrorJson } from "../../protocol/error_json.ts";
import { BaseError } from "../../protocol/base_error.ts";
import type { Transport } from "../options.ts";
import type { OpenedFrame } from "./frame.ts";
import { openPopup, popupUrl } from "./popup.ts";
import { type HostMessage, isMessage, PROTOCOL } from "../../protocol/window.ts";
import type { ApprovalMethod } from "../../dialog/request.ts";
import type { AskOptions, ParamsOf, ResultOf, Wallet } from "../../protocol/requests.ts";

/** What a `RemoteWallet` needs. */
export interface RemoteWalletOptions {
  /** Base URL of the wallet host. */
  readonly keysUrl: string;
  /** API key, for attribution and quotas at the host's service. */
  readonly apiKey: string;
  /** Who the page says it is. */
  readonly app: { readonly name: string; readonly logoUrl: string | null };
  /** Where the host appears. Default `popup`. */
  readonly transport?: Transport;
}

/** How long the host may take to load. */
const READY_WITHIN_MS = 30_000;
/** How long in a frame, where nothing can be seen of it meanwhile. */
const FRAME_WITHIN_MS = 8_000;
/** How long without a network: a page that was kept by the browser may still appear. */
const OFFLINE_MS = 3_000;
/** How often a window is looked at for having been closed, while something is pending. */
const LOOK_EVERY_MS = 250;
/** How long a window stays for the next step of a flow. */
const LINGER_MS = 60;

interface Pending {
  readonly message: object;
  settle(run: () => void): void;
  reject(error: BaseError): void;
  resolve(result: unknown): void;
}

/** Makes the wallet; nothing happens before the first question. */
export function createRemoteWallet(options: RemoteWalletOptions): Wallet {
  const hostOrigin = new URL(options.keysUrl).origin;
  const pending = new Map<string, Pending>();
  // The window, or that of the frame.
  let popup: Window | null = null;
  let frame: OpenedFrame | undefined;
  // What opens frames: `null` where windows are wanted, absent until it is known.
  let frames: typeof import("./frame.ts") | null | undefined = null;
  let heard = false;
  // Opened before there is a question.
  let early = false;
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
    removeEventListener("pagehide", onLeave);
    popup?.close();
    frame?.close();
    frame = undefined;
    look = linger = removeQuestion = undefined;
    popup = null;
    heard = early = false;
  };

  const failAll = (error: BaseError) => {
    const all = [...pending.values()];
    pending.clear();
    release();
    for (const one of all) one.settle(() => one.reject(error));
  };

  // A window whose page is gone would still ask, and nobody would hear the answer.
  const onLeave = ({ isTrusted }: Event) => {
    if (isTrusted) failAll(new BaseError("window_closed"));
  };

  const open = () => {
    release();
    if (typeof location === "undefined") throw new BaseError("passkey_unsupported");
    if (frames === undefined) return;
    if (frames !== null) {
      frame = frames.openFrame(options.keysUrl, location.origin, unreachable);
      return watch(frame.window);
    }
    const window = openHere();
    if (window === null) askForClick();
    else watch(window);
  };

  const openHere = () => openPopup(popupUrl(options.keysUrl, location.origin));

  /** Only a new click may open a window that was blocked. */
  const askForClick = () => {
    const blocked = () => failAll(new BaseError("popup_blocked"));
    let wanted = true;
    removeQuestion = () => wanted = false;
    import("./ask_for_click.ts").then(({ askForClick }) => {
      if (wanted) removeQuestion = askForClick({ open, cancel: blocked });
    }, blocked);
  };

  const watch = (window: Window) => {
    popup = window;
    openedAt = Date.now();
    addEventListener("message", onMessage);
    addEventListener("pagehide", onLeave);
    const patience = frame ? FRAME_WITHIN_MS : READY_WITHIN_MS;
    look = setInterval(() => {
      if (early) return;
      const silence = heard ? 0 : Date.now() - openedAt;
      if (popup?.closed) failAll(new BaseError(heard ? "window_closed" : "window_lost"));
      else if (silence > (navigator.onLine === false ? OFFLINE_MS : patience)) unreachable();
    }, LOOK_EVERY_MS);
  };

  /** The host does not answer; where a page let no frame appear, a window may do. */
  const unreachable = () => {
    if (frame && options.transport === "auto") useWindow();
    else failAll(new BaseError("host_unreachable", { detail: `(${hostOrigin})` }));
  };

  /** From now on the host has a window, which opens now if the browser lets it. */
  const useWindow = () => {
    frames = null;
    tryOpen();
  };

  const tryOpen = () => {
    try {
      open();
    } catch (cause) {
      failAll(cause instanceof BaseError ? cause : new BaseError("internal", { cause }));
    }
  };

  if (options.transport !== undefined && options.transport !== "popup") {
    frames = undefined;
    const known = (chosen: typeof frames) => {
      frames = chosen;
      if (pending.size > 0) tryOpen();
    };
    import("./frame.ts").then(
      (loaded) => known(loaded.chooseHere(options.transport!) === "iframe" ? loaded : null),
      () => known(null),
    );
  }

  const post = (message: object) => popup?.postMessage(message, hostOrigin);

  const onMessage = (event: MessageEvent) => {
    if (popup === null || event.source !== popup || event.origin !== hostOrigin) return;
    if (!isMessage(event.data)) return;
    const message = event.data as HostMessage;
    if (message.acct === "ready") {
      heard = true;
      frame?.show();
      if (!Array.isArray(message.versions) || !message.versions.includes(PROTOCOL)) {
        failAll(
          new BaseError("host_unreachable", {
            detail: "This page's SDK and the wallet host speak different versions.",
          }),
        );
        return;
      }
      const { apiKey: key, app } = options;
      post({ acct: "init", version: PROTOCOL, key, app });
      // After a reload of the host, what it has not answered is asked again.
      for (const { message } of pending.values()) post(message);
    } else if (message.acct === "window") {
      if (frame) useWindow();
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
        if (signal.aborted) return reject(new BaseError("aborted"));
        const id = crypto.randomUUID();
        const onAbort = () => {
          post({ acct: "cancel", id });
          one.settle(() => reject(new BaseError("aborted")));
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
        if (popup !== null && (early || !popup.closed)) {
          early = false;
          popup.focus();
          if (heard) post(one.message);
        } else if (removeQuestion === undefined) {
          tryOpen();
        }
      });
    },
    prepare() {
      if (frames !== null || removeQuestion || typeof location === "undefined") return () => {};
      if (popup === null) {
        const window = openHere();
        if (window !== null) watch(window);
      } else if (linger === undefined) return () => {};
      // One that would close soon stays for the question that comes.
      clearTimeout(linger);
      linger = undefined;
      early = popup !== null;
      return () => {
        if (early) release();
      };
    },
    dispose: () => failAll(new BaseError("disposed")),
  };
}
