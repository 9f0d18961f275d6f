/**
 * Defines the `postMessage` protocol between a dApp's page and the wallet host. Both sides accept
 * messages only from the expected window and its exact origin, and never post to `*`.
 *
 * host → page: `ready` · page → host: `init`, `request`, `cancel` · host → page: `sent`,
 * `response`, `window`
 *
 * @module
 */
import type { ErrorJson } from "../ground/error_json.ts";
import { parseUrl } from "../lib/url.ts";
import type { DialogMethod } from "./types.ts";

/** Path of the wallet host in a window. */
export const POPUP_PATH = "/popup";

/** Path of the wallet host in a frame. */
export const FRAME_PATH = "/frame";

/** Version of the protocol. */
export const PROTOCOL = 1;

/** Announces the host and its protocol versions; sent again after a reload. */
export interface ReadyMessage {
  readonly acct: "ready";
  readonly versions: readonly number[];
}

/** Describes the dApp. Its origin is always read from the browser instead. */
export interface InitMessage {
  readonly acct: "init";
  readonly version: number;
  readonly key: string;
  readonly app: { readonly name: string; readonly logoUrl: string | null };
}

/** Requests an action of the user. */
export interface RequestMessage {
  readonly acct: "request";
  readonly id: string;
  readonly method: DialogMethod;
  readonly params: unknown;
  readonly flow?: unknown;
}

/** Aborts a request. */
export interface CancelMessage {
  readonly acct: "cancel";
  readonly id: string;
}

/** Answers a request; each id is answered once. */
export interface ResponseMessage {
  readonly acct: "response";
  readonly id: string;
  readonly result?: unknown;
  readonly error?: ErrorJson;
  /** The window shows the result, and closes a moment later. */
  readonly seen?: boolean;
}

/** Reports that a request's bundle may be included from now on; `null` once it was rejected. */
export interface SentMessage {
  readonly acct: "sent";
  readonly id: string;
  readonly bundle: string | null;
}

/**
 * Requests a window instead of a frame, because the frame cannot be protected or the user declined
 * it.
 */
export interface WindowMessage {
  readonly acct: "window";
}

/** Message of the host. */
export type HostMessage = ReadyMessage | ResponseMessage | SentMessage | WindowMessage;

/** Message of the page. */
export type PageMessage = InitMessage | RequestMessage | CancelMessage;

/** Reads the origin that the host's URL claims; `null` if it is malformed. */
export function claimedOrigin(hash: string): string | null {
  const claimed = new URLSearchParams(hash.replace(/^#/, "")).get("origin");
  const url = claimed === null ? null : parseUrl(claimed);
  if (url === null || url.origin !== claimed || !/^https?:$/.test(url.protocol)) return null;
  return url.origin;
}

/** Returns true for a message of this protocol: an object with a known `acct`. */
export function isMessage(data: unknown): data is { readonly acct: string } {
  return typeof Object(data).acct === "string";
}
