/**
 * Defines the messages of a device link. After the introductions, both sides send the messages of the
 * wallet's window (`dialog/window.ts`), encrypted.
 *
 * @module
 */
import { fromBase64Url, toBase64Url } from "../lib/base64url.ts";
import { LinkBroken } from "./broken.ts";
import type { Bytes } from "./keys.ts";

/** Version of the protocol. */
export const LINK_PROTOCOL = 1;

/** Introduction of the requesting side. */
export interface AppIntroduction {
  /** Ephemeral key. */
  readonly point: Bytes;
  /** API key of the app. */
  readonly apiKey: string;
  /** Name and logo that the app gives itself; the wallet reads both with care. */
  readonly app: unknown;
  /** Origin of the page; `null` for a program. */
  readonly origin: string | null;
  /** Seconds for which both sides remember the connection after its last use. */
  readonly ttl: number;
}

/** The wallet is ready for requests. */
export interface LinkReadyMessage {
  readonly acct: "ready";
  /** SHA-256 of the token with which the wallet opens the mailbox of later sessions. */
  readonly opener: string;
  /** Id of the wallet's page, which is another one after a reload. */
  readonly page: string;
}

/** The answer to a connection, which only the holder of the ticket can read. */
export interface LinkSealedMessage {
  readonly acct: "sealed";
  readonly box: string;
}

/** The next session of the connection has begun, in another mailbox. */
export interface LinkMovedMessage {
  readonly acct: "moved";
}

/** One side ended the connection. */
export interface LinkEndMessage {
  readonly acct: "end";
}

/** Writes the introduction of the requesting side. */
export function writeAppIntroduction({ point, ...rest }: AppIntroduction): object {
  return { version: LINK_PROTOCOL, key: toBase64Url(point), ...rest };
}

/** Writes the introduction of the wallet. */
export function writeWalletIntroduction(point: Bytes): object {
  return { version: LINK_PROTOCOL, key: toBase64Url(point) };
}

/**
 * Reads the introduction of the requesting side.
 *
 * @throws {LinkBroken} if it is malformed
 */
export function readAppIntroduction(value: unknown): AppIntroduction {
  const { apiKey, app, origin, ttl } = fields(value);
  const isKnown = typeof apiKey === "string" && (origin === null || typeof origin === "string") &&
    typeof ttl === "number" && ttl >= 0;
  if (!isKnown) throw new LinkBroken("The introduction is malformed.");
  return { point: readWalletIntroduction(value), apiKey, app, origin, ttl };
}

/**
 * Reads the ephemeral key of an introduction.
 *
 * @throws {LinkBroken} if it is malformed, or of another version
 */
export function readWalletIntroduction(value: unknown): Bytes {
  const { version, key } = fields(value);
  if (version !== LINK_PROTOCOL) {
    throw new LinkBroken("SDK and wallet host have different versions of the link protocol.");
  }
  const point = typeof key === "string" ? fromBase64Url(key) : null;
  if (point === null) throw new LinkBroken("The introduction is malformed.");
  return point;
}

/**
 * Reads a decrypted message.
 *
 * @throws {LinkBroken} if it is malformed
 */
export function readMessage(value: unknown): { readonly acct: string } {
  const { acct } = fields(value);
  if (typeof acct !== "string") throw new LinkBroken("A message has an unknown form.");
  return value as { readonly acct: string };
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}
