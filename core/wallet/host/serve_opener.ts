/**
 * Serves requests in the wallet host's window, for the dApp that opened it and no other. The origin
 * that dialogs show is the one that the browser reports with each message.
 *
 * @module
 */
import {
  MAX_API_KEY_LENGTH,
  MAX_MESSAGE_SIZE,
  MAX_REQUEST_ID_LENGTH,
  MAX_URL_LENGTH,
} from "../../protocol/limits.ts";
import { toErrorJson } from "../../protocol/error_json.ts";
import { AcctError } from "../../protocol/errors.ts";
import { isLoopbackHost, parseApiKey } from "../../protocol/api_key.ts";
import { siteName } from "./site_name.ts";
import { parseUrl } from "../../lib/url.ts";
import type { AppView, DialogMethod } from "../../dialog/types.ts";
import type { Wallet } from "../../protocol/requests.ts";
import type { DappRequest } from "./params.ts";
import { isBounded } from "../../protocol/bounded.ts";
import {
  claimedOrigin,
  type HostMessage,
  isMessage,
  type PageMessage,
  PROTOCOL,
} from "../../protocol/window.ts";

/** Options of {@linkcode serveOpener}. */
export interface HostOptions {
  /** The window that opened or framed this one. */
  readonly opener: Window;
  /** `location.hash`. */
  readonly hash: string;
  /** Host that API keys must name: `{h}` of `keys.{h}`. */
  readonly host: string;
  /** Reads a request of the dApp; rejects what no dApp may request. */
  read(method: unknown, params: unknown, origin: string): Promise<DappRequest>;
  /** Creates the wallet for a dApp, once its origin is known. */
  wallet(app: AppView, key: string): Wallet;
}

/** Pending requests at once. */
const MAX_PENDING = 16;
/** Requests in the lifetime of a window. */
const MAX_REQUESTS = 1000;
/** Methods whose dialogs are closed by the user, and show no result. */
const silent: ReadonlySet<unknown> = new Set<DialogMethod>([
  "acct_showAccount",
  "wallet_showCallsStatus",
]);
/** Refusal of a message that is too large or no plain data. */
const notPlain = { field: "params", detail: "params must be JSON (no bigint) of a bounded size." };

/**
 * Serves the dApp that opened this window.
 *
 * @returns stops serving; `null` if the URL names no origin
 */
export function serveOpener(options: HostOptions): (() => void) | null {
  const { opener } = options;
  const origin = claimedOrigin(options.hash);
  if (origin === null) return null;
  const pending = new Map<string, AbortController>();
  const seen = new Set<string>();
  let wallet: Wallet | null = null;
  let refused: AcctError | null = null;
  /** Requests that the wallet answers now. */
  let asked = 0;
  /** The last request that was read, or failed to be. */
  let lastRead: Promise<unknown> = Promise.resolve();

  const post = (message: HostMessage) => {
    // The browser drops the message if the opener has another origin than it claims.
    opener.postMessage(message, origin);
  };
  const answer = async (id: string, seen: boolean, run: () => Promise<unknown>) => {
    try {
      const result = await run();
      post({ acct: "response", id, result, ...(seen && { seen }) });
    } catch (error) {
      post({ acct: "response", id, error: toErrorJson(error) });
    } finally {
      pending.delete(id);
    }
  };

  const onMessage = (event: MessageEvent) => {
    if (event.source !== opener || event.origin !== origin || !isMessage(event.data)) return;
    const message = event.data as PageMessage;
    const isPlain = isBounded(message, MAX_MESSAGE_SIZE);
    if (!isPlain && message.acct !== "request") return;
    switch (message.acct) {
      case "init":
        if (wallet !== null || refused !== null) return;
        try {
          checkKey(message.key, options.host);
          wallet = options.wallet(appView(message.app, origin), message.key);
        } catch (error) {
          refused = error instanceof AcctError ? error : new AcctError("internal");
        }
        return;
      case "cancel":
        if (typeof message.id === "string") pending.get(message.id)?.abort();
        return;
      case "request": {
        const { id, method, params } = message;
        if (typeof id !== "string" || id.length > MAX_REQUEST_ID_LENGTH || seen.has(id)) return;
        if (wallet === null && refused === null) return;
        if (seen.size >= MAX_REQUESTS) return;
        seen.add(id);
        const abort = new AbortController();
        pending.set(id, abort);
        void answer(id, !silent.has(method), async () => {
          if (refused !== null) throw refused;
          if (!isPlain) throw new AcctError("invalid_params", notPlain);
          // The wallet gets requests in the order of their messages, even if one is read faster.
          const reading = lastRead.then(() => options.read(method, params, origin));
          lastRead = reading.catch(() => {});
          const checked = await reading;
          const flow = readFlow(message.flow);
          // Requests that are refused while they are read take no place of others.
          if (asked >= MAX_PENDING) throw new AcctError("limit_exceeded", { retryAfter: 1 });
          asked++;
          return await wallet!.ask(checked.method, checked.params, {
            signal: abort.signal,
            onSent: (bundle) => post({ acct: "sent", id, bundle }),
            ...(flow && { flow }),
          }).finally(() => asked--);
        });
        return;
      }
    }
  };

  addEventListener("message", onMessage);
  post({ acct: "ready", versions: [PROTOCOL] });
  return () => {
    removeEventListener("message", onMessage);
    wallet?.dispose();
  };
}

/** Asks the dApp that framed this page to open a window instead. */
export function askForWindow({ opener, hash }: Pick<HostOptions, "opener" | "hash">): void {
  const origin = claimedOrigin(hash);
  const message: HostMessage = { acct: "window" };
  if (origin !== null) opener.postMessage(message, origin);
}

/** Reads the dApp's description of itself, bounded and cleaned; its logo only over https. */
function appView(app: unknown, origin: string): AppView {
  const { name, logoUrl } = (app ?? {}) as { name?: unknown; logoUrl?: unknown };
  const url = typeof logoUrl === "string" && logoUrl.length <= MAX_URL_LENGTH
    ? parseUrl(logoUrl)
    : null;
  const safe = url !== null && (url.protocol === "https:" ||
    (url.protocol === "http:" && isLoopbackHost(url.host) && isLoopbackHost(new URL(origin).host)));
  return { name: siteName(name, origin), logoUrl: safe ? url.href : null, origin };
}

/** Rejects a key of another service. A malformed key names none, and the service rejects it. */
function checkKey(key: unknown, host: string): void {
  if (typeof key !== "string" || key.length > MAX_API_KEY_LENGTH) {
    throw new AcctError("invalid_params", { field: "apiKey" });
  }
  let named: string;
  try {
    named = parseApiKey(key).host;
  } catch {
    return;
  }
  if (named !== host) {
    throw new AcctError("key_invalid", { detail: `The key is for ${named}; this is ${host}.` });
  }
}

function readFlow(
  value: unknown,
): { id: string; step: number; steps: number } | undefined {
  const flow = value as { id?: unknown; step?: unknown; steps?: unknown } | null | undefined;
  if (typeof flow !== "object" || flow === null) return undefined;
  const { id, step, steps } = flow;
  if (typeof id !== "string" || id.length > MAX_REQUEST_ID_LENGTH) return undefined;
  if (!Number.isInteger(step) || !Number.isInteger(steps)) return undefined;
  return { id, step: Number(step), steps: Number(steps) };
}
