/**
 * Defines the messages between the wallet host and a browser extension. They are
 * {@linkcode PageMessage} and {@linkcode HostMessage}, sent through a port of the browser. The first
 * message of the extension names the site.
 *
 * @module
 */
import type { HostMessage, InitMessage, PageMessage } from "../window.ts";

/** Name of the port that the wallet host opens. */
export const HOST_PORT = "acct.host.1";

/** First message of the extension: the browser reported the origin to it. */
export interface SiteMessage extends InitMessage {
  /** Origin of the site that sends the requests. */
  readonly origin: string;
}

/** A port between the wallet host and the extension. */
export interface HostPort {
  /** Sends a message. */
  postMessage(message: unknown): void;
  /** Closes the port. */
  disconnect(): void;
  /** Messages of the other side. */
  readonly onMessage: { addListener(listener: (message: unknown) => void): void };
  /** End of the port, caused by the other side. */
  readonly onDisconnect: { addListener(listener: () => void): void };
}

/** Message of the wallet host to the extension. */
export type ToExtension = HostMessage;

/** Message of the extension to the wallet host. */
export type FromExtension = SiteMessage | PageMessage;

/** Returns the extension id in the fragment of the wallet host's URL; `null` without one. */
export function claimedExtension(hash: string): string | null {
  return /^#extension=([\w.@{}-]{1,80})$/.exec(hash)?.[1] ?? null;
}

/** Returns the fragment of the wallet host's URL for an extension. */
export function extensionHash(id: string): string {
  return `#extension=${id}`;
}

/** Returns true for the id of an extension in Firefox, which has the form of an email address. */
export function isFirefoxId(id: string): boolean {
  return /[@{]/.test(id);
}
