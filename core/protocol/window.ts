/**
 * What passes between a page and the wallet host's window, over `postMessage`. Both ends accept a
 * message only from the exact window and the exact origin that they expect, and never post to `*`.
 *
 * host → page: `ready` · page → host: `init`, `request`, `cancel` · host → page: `response`, `window`
 *
 * @module
 */
import type { ErrorJson } from "./error_json.ts";
import { parseUrl } from "../lib/text.ts";
import type { DialogMethod } from "../dialog/request.ts";

/** Path of the wallet host that talks to the page that opened it. */
export const POPUP_PATH = "/popup";

/** Path of the wallet host that may be framed. */
export const FRAME_PATH = "/frame";

/** Version of the protocol. */
export const PROTOCOL = 1;

/** The host is there, and which versions it speaks. It says so again after a reload. */
export interface ReadyMessage {
  readonly acct: "ready";
  readonly versions: readonly number[];
}

/** Who the page says it is; its origin is taken from the browser, never from here. */
export interface InitMessage {
  readonly acct: "init";
  readonly version: number;
  readonly key: string;
  readonly app: { readonly name: string; readonly logoUrl: string | null };
}

/** A question for the person. */
export interface RequestMessage {
  readonly acct: "request";
  readonly id: string;
  readonly method: DialogMethod;
  readonly params: unknown;
  readonly flow?: unknown;
}

/** The page no longer waits for an answer. */
export interface CancelMessage {
  readonly acct: "cancel";
  readonly id: string;
}

/** The answer; each id is answered once. */
export interface ResponseMessage {
  readonly acct: "response";
  readonly id: string;
  readonly result?: unknown;
  readonly error?: ErrorJson;
}

/** From a frame: it cannot be guarded here, or the person prefers a window. */
export interface WindowMessage {
  readonly acct: "window";
}

/** What the host posts. */
export type HostMessage = ReadyMessage | ResponseMessage | WindowMessage;

/** What the page posts. */
export type PageMessage = InitMessage | RequestMessage | CancelMessage;

/** The origin that a popup's URL claims, or `null` if it is none. */
export function claimedOrigin(hash: string): string | null {
  const claimed = new URLSearchParams(hash.replace(/^#/, "")).get("origin");
  const url = claimed === null ? null : parseUrl(claimed);
  if (url === null || url.origin !== claimed || !/^https?:$/.test(url.protocol)) return null;
  return url.origin;
}

/** Whether a message is ours at all: an object with a known `acct`. */
export function isMessage(data: unknown): data is { readonly acct: string } {
  return typeof data === "object" && data !== null && !Array.isArray(data) &&
    typeof (data as { acct?: unknown }).acct === "string";
}
