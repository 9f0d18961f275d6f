/**
 * Defines the mailbox of device links: `POST /v1/link/{id}` creates one, and `…/open`, `…/send`,
 * `…/receive` and `…/end` use it. Messages are ciphertext; the service cannot read them.
 *
 * @module
 */

/** Path of the mailboxes. */
export const LINK_MAILBOX_PATH = "/v1/link";

/** Lifetime of a mailbox in milliseconds; each use by its two sides extends it. */
export const LINK_LIFETIME_MS = 600_000;
/** Maximum size of one message, in characters of base64url. */
export const MAX_LINK_MESSAGE_LENGTH = 64_000;
/** Maximum number of messages in one mailbox. */
export const MAX_LINK_MESSAGES = 100;
/** Maximum time that the service waits for a message, in milliseconds. */
export const LINK_WAIT_MS = 10_000;

/** Id of a mailbox, a token or the hash of a token: base64url of 16 or 32 bytes. */
export const linkId: RegExp = /^[\w-]{22}$/;
export const linkToken: RegExp = /^[\w-]{22}$/;
export const linkTokenHash: RegExp = /^[\w-]{43}$/;

/** Creates a mailbox, or replaces an own one. */
export interface CreateLinkParams {
  /** Secret of the requesting side. */
  readonly token: string;
  /** First message. */
  readonly message: string;
  /** Name of the session. Messages of earlier sessions are rejected. */
  readonly session: string;
  /** SHA-256 of the only token that may open the mailbox. Default: the first token that does. */
  readonly opener?: string | undefined;
}

/** Opens a mailbox, or opens an own one again. */
export interface OpenLinkParams {
  /** Secret of the wallet's side. */
  readonly token: string;
  /** First message. */
  readonly message: string;
}

/** Result of opening. */
export type OpenLinkResult =
  | {
    readonly state: "open";
    /** Name of the session. */
    readonly session: string;
    /** Origin that the browser of the requesting side reported; `null` for a program. */
    readonly origin: string | null;
    /** First message of the requesting side. */
    readonly message: string;
    /** Number of messages of the requesting side, and of the wallet's side. */
    readonly next: number;
    readonly own: number;
  }
  /** Another token opened it. */
  | { readonly state: "used" }
  /** It does not exist, has expired or was closed. */
  | { readonly state: "ended" };

/** Names the side and the session of a call. */
export interface LinkSide {
  /** Secret of the side. */
  readonly token: string;
  /** Name of the session. */
  readonly session: string;
}

/** Adds a message. */
export interface SendLinkParams extends LinkSide {
  /** Number of earlier messages of this side; a message that is repeated is stored once. */
  readonly place: number;
  /** The message. */
  readonly message: string;
}

/** Result of a change. `full`: it holds the maximum number of messages. */
export interface LinkChangeResult {
  readonly state: "open" | "full" | "used" | "ended";
}

/** Reads the other side's messages. */
export interface ReceiveLinkParams extends LinkSide {
  /** Number of messages that this side has read. */
  readonly after: number;
  /** Whether the service waits for a message. Default: false. */
  readonly wait?: boolean | undefined;
}

/** Messages of the other side. */
export interface ReceiveLinkResult {
  readonly state: "open" | "ended";
  readonly messages: readonly string[];
}
