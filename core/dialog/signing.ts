/** What dialogs show of messages and typed data to sign. @module */
import type { Hex } from "../lib/hex.ts";
import type { ErrorView, PreviewStatus, TokenView, Warning } from "./request.ts";
import type { DigestView, OrderView } from "./explanation.ts";

/** Preview of a message to sign. */
export interface MessagePreview {
  /** How far it has come. */
  readonly status: PreviewStatus;
  /** Why it cannot be signed, with `error`. */
  readonly error?: ErrorView;
  /** Asks the service again, after an error. */
  readonly retry?: () => void;
  /** The text, if the bytes are text; else absent. */
  readonly text?: string;
  /** The bytes. */
  readonly bytes: Hex;
  /** Works out the fingerprints (ERC-8213), for who asks for them. */
  readonly digests?: () => Promise<readonly DigestView[]>;
  /** Things to know. */
  readonly warnings: readonly Warning[];
}

/** Preview of typed data to sign. */
export interface TypedDataPreview {
  /** How far it has come. */
  readonly status: PreviewStatus;
  /** Why it cannot be signed, with `error`. */
  readonly error?: ErrorView;
  /** Asks the service again, after an error. */
  readonly retry?: () => void;
  /** Primary type. */
  readonly primaryType: string;
  /** Domain, as far as it is signed. */
  readonly domain: Readonly<Record<string, unknown>>;
  /** The message, as far as it is signed. */
  readonly message: Readonly<Record<string, unknown>>;
  /** The order that it is, if it is one that is known here. */
  readonly order?: OrderView;
  /** Tokens of the order or permit, as far as the service knows them. */
  readonly tokens?: readonly TokenView[];
  /** Works out the fingerprints (ERC-8213), for who asks for them. */
  readonly digests?: () => Promise<readonly DigestView[]>;
  /** Things to know. */
  readonly warnings: readonly Warning[];
}
