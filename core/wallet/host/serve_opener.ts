/**
 * Serves requests in the wallet host's window, only for the dApp that opened it. Dialogs show the
 * origin that the browser reports with each message.
 *
 * @module
 */
import {
  MAX_API_KEY_LENGTH,
  MAX_MESSAGE_SIZE,
  MAX_REQUEST_ID_LENGTH,
  MAX_URL_LENGTH,
} from "../../ground/limits.ts";
import { toErrorJson } from "../../ground/error_json.ts";
import { AcctError } from "../../ground/errors.ts";
import { isLoopbackHost, parseApiKey } from "../../ground/api_key.ts";
import { programName, siteName } from "./site_name.ts";
import { parseUrl } from "../../lib/url.ts";
import type { AppView, DialogMethod } from "../../dialog/types.ts";
import type { Wallet } from "../../dialog/requests.ts";
import type { DappRequest } from "./params.ts";
import { isBounded } from "../../ground/bounded.ts";
import {
  claimedOrigin,
  type HostMessage,
  isMessage,
  type PageMessage,
  PROTOCOL,
} from "../../dialog/window.ts";

/** Options of {@linkcode serveRequests}. */
export interface ServeOptions {
  /** Host that API keys must name: `{h}` of `keys.{h}`. */
  readonly host: string;
  /** Reads a request of the dApp; rejects methods that are not for dApps. */
  read(method: unknown, params: unknown, origin: string): Promise<DappRequest>;
  /** Creates the wallet for a dApp, once its origin is known. */
  wallet(app: AppView, key: string): Wallet;
}

/** Options of {@linkcode serveOpener}. */
export interface HostOptions extends ServeOptions {
  /** The window that opened or framed this one. */
  readonly opener: Window;
  /** `location.hash`. */
  readonly hash: string;
}

/** Maximum number of concurrently pending requests. */
const MAX_PENDING = 16;
/** Maximum number of requests in the lifetime of a window. */
const MAX_REQUESTS = 1000;
/** Methods whose dialogs the user closes, without a result. */
const silent: ReadonlySet<unknown> = new Set<DialogMethod>([
  "acct_showAccount",
  "wallet_showCallsStatus",
]);
/** Rejection of a message that is too large or not plain data. */
const notPlain = { field: "params", detail: "params must be JSON (no bigint) of a bounded size." };

/**
 * Serves the dApp that opened this window.
 *
 * @returns stops serving; `null` if the URL contains no origin
 */
export function serveOpener(options: HostOptions): (() => void) | null {
  const { opener } = options;
  const origin = claimedOrigin(options.hash);
  if (origin === null) return null;
  const server = serveRequests(options, origin, (message) => {
    // The browser drops the message if the opener's origin is not the claimed one.
    opener.postMessage(message, origin);
  });
  const onMessage = (event: MessageEvent) => {
    if (event.source === opener && event.origin === origin) server.receive(event.data);
  };
  addEventListener("message", onMessage);
  server.begin();
  return () => {
    removeEventListener("message", onMessage);
    server.stop();
  };
}

/** Serves the requests of one dApp. */
export interface RequestServer {
  /** Announces the host to the dApp. */
  begin(): void;
  /** Handles data whose sender was authenticated by the caller; the data is not trusted. */
  receive(data: unknown): void;
  /** Ends the wallet. */
  stop(): void;
}

/**
 * Serves the messages of one dApp, however they arrive.
 *
 * @param origin the dApp's verified origin; empty for a program, which has none
 */
export function serveRequests(
  options: ServeOptions,
  origin: string,
  post: (message: HostMessage) => void,
): RequestServer {
  const pending = new Map<string, AbortController>();
  const seen = new Set<string>();
  let wallet: Wallet | null = null;
  let refused: AcctError | null = null;
  /** Number of requests that the wallet is processing. */
  let asked = 0;
  /** The last request that was read or rejected. */
  let lastRead: Promise<unknown> = Promise.resolve();

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

  const receive = (data: unknown) => {
    if (!isMessage(data)) return;
    const message = data as PageMessage;
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
          // The wallet receives requests in the order of their messages, even if one is read
          // faster.
          const reading = lastRead.then(() => options.read(method, params, origin));
          lastRead = reading.catch(() => {});
          const checked = await reading;
          const flow = readFlow(message.flow);
          // Requests that are rejected while they are read do not count towards the limit.
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

  return {
    begin: () => post({ acct: "ready", versions: [PROTOCOL] }),
    receive,
    stop: () => wallet?.dispose(),
  };
}

/** Requests that the dApp that framed this page opens a window instead. */
export function askForWindow({ opener, hash }: Pick<HostOptions, "opener" | "hash">): void {
  const origin = claimedOrigin(hash);
  const message: HostMessage = { acct: "window" };
  if (origin !== null) opener.postMessage(message, origin);
}

/** Reads the dApp's description of itself, bounded and sanitized; its logo only over https. */
export function appView(app: unknown, origin: string): AppView {
  const { name, logoUrl } = (app ?? {}) as { name?: unknown; logoUrl?: unknown };
  if (origin === "") return { name: `“${programName(name)}”`, logoUrl: null, origin };
  const url = typeof logoUrl === "string" && logoUrl.length <= MAX_URL_LENGTH
    ? parseUrl(logoUrl)
    : null;
  const safe = url !== null && (url.protocol === "https:" ||
    (url.protocol === "http:" && isLoopbackHost(url.host) && isLoopbackHost(new URL(origin).host)));
  return { name: siteName(name, origin), logoUrl: safe ? url.href : null, origin };
}

/**
 * Rejects a key of another service. A malformed key contains no host, and the service rejects it.
 */
export function checkKey(key: unknown, host: string): void {
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
