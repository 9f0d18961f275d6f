/**
 * Defines and checks the messages between a page, its content script and the background. The page
 * is never trusted: parameters are JSON text, so that no getter, proxy or prototype of the page
 * reaches the extension, and no message has a member for the origin.
 *
 * @module
 */
import { MAX_MESSAGE_SIZE } from "../../core/ground/limits.ts";

/** Message that offers the port of the page to its content script. */
export const PAGE_PORT = "acct.extension.page.1";
/** Event with which a content script requests the port again. */
export const PAGE_READY = "acct.extension.ready.1";
/** Name of the port between a content script and the background. */
export const SITE_PORT = "acct.site.1";
/** Message of the background to content scripts: a session may have changed. */
export const WAKE = "acct.wake.1";

/** Maximum number of pending requests of a document. */
export const MAX_PENDING = 64;
/** Maximum length of the name of a method. */
const MAX_METHOD_LENGTH = 100;
/** Maximum length of an error's message. */
const MAX_ERROR_LENGTH = 4_000;

/** A request of the page. */
export interface PageRequest {
  readonly type: "request";
  /** Chosen by the page, unique in its document. */
  readonly id: number;
  readonly method: string;
  /** JSON text. */
  readonly params?: string;
}

/** The page listens to events. */
export interface PageListen {
  readonly type: "listen";
}

/** Message of a page. */
export type FromPage = PageRequest | PageListen;

/** A serialized error. */
export interface PlainError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Answers a request. */
export interface PageResponse {
  readonly type: "response";
  readonly id: number;
  /** JSON text; absent for `undefined`. */
  readonly result?: string;
  readonly error?: PlainError;
}

/** State of the site's session. */
export interface PageState {
  readonly type: "state";
  readonly accounts: readonly string[];
  readonly chainId: string;
}

/** Message to a page. */
export type ToPage = PageResponse | PageState;

/** Reads a message of a page; `null` for all others. It copies the members that it checked. */
export function readFromPage(data: unknown): FromPage | null {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return null;
  const own = (name: string): unknown =>
    Object.hasOwn(data, name) ? (data as Record<string, unknown>)[name] : undefined;
  const type = own("type");
  if (type === "listen") return { type };
  if (type !== "request") return null;
  const [id, method, params] = [own("id"), own("method"), own("params")];
  if (!Number.isSafeInteger(id)) return null;
  if (typeof method !== "string" || method.length > MAX_METHOD_LENGTH) return null;
  if (params === undefined) return { type, id: id as number, method };
  if (typeof params !== "string" || params.length > 2 * MAX_MESSAGE_SIZE) return null;
  return { type, id: id as number, method, params };
}

/** Reads a message to a page, in the content script; `null` for all others. */
export function readToPage(data: unknown): ToPage | null {
  if (typeof data !== "object" || data === null) return null;
  const { type, id, result, error, accounts, chainId } = data as Record<string, unknown>;
  if (type === "state") {
    const isState = Array.isArray(accounts) && typeof chainId === "string";
    return isState ? { type, accounts: accounts.map(String), chainId } : null;
  }
  if (type !== "response" || !Number.isSafeInteger(id)) return null;
  if (error !== undefined) return { type, id: id as number, error: plainError(error) };
  return { type, id: id as number, ...(typeof result === "string" && { result }) };
}

/** Copies an error with bounded members. */
export function plainError(error: unknown): PlainError {
  const { code, message, data } = (error ?? {}) as Record<string, unknown>;
  return {
    code: Number.isInteger(code) ? code as number : -32603,
    message: typeof message === "string" ? message.slice(0, MAX_ERROR_LENGTH) : "Internal error.",
    ...(data !== undefined && { data }),
  };
}
