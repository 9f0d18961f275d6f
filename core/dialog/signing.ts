/** Types of the dialogs that sign messages and typed data. @module */
import type { Hex } from "../lib/hex.ts";
import type { ErrorView, PreviewStatus, TokenView, Warning } from "./common.ts";
import type { DigestView, OrderView } from "./explanation.ts";

/** Preview of a message to sign. */
export interface MessagePreview {
  /** State of loading. */
  readonly status: PreviewStatus;
  /** Error of loading; set with status `error`. */
  readonly error?: ErrorView;
  /** Loads again after an error. */
  readonly retry?: () => void;
  /** The message as text; absent if the bytes are not valid UTF-8. */
  readonly text?: string;
  /** The message as bytes. */
  readonly bytes: Hex;
  /** Computes the digests (ERC-8213) on demand. */
  readonly digests?: () => Promise<readonly DigestView[]>;
  /** Warnings to show. */
  readonly warnings: readonly Warning[];
}

/** Preview of typed data to sign. */
export interface TypedDataPreview {
  /** State of loading. */
  readonly status: PreviewStatus;
  /** Error of loading; set with status `error`. */
  readonly error?: ErrorView;
  /** Loads again after an error. */
  readonly retry?: () => void;
  /** Primary type. */
  readonly primaryType: string;
  /** Domain; only its signed members. */
  readonly domain: Readonly<Record<string, unknown>>;
  /** Message; only its signed members. */
  readonly message: Readonly<Record<string, unknown>>;
  /** The decoded order, if the exchange is known. */
  readonly order?: OrderView;
  /** Tokens of the order or permit that the service knows. */
  readonly tokens?: readonly TokenView[];
  /** Computes the digests (ERC-8213) on demand. */
  readonly digests?: () => Promise<readonly DigestView[]>;
  /** Warnings to show. */
  readonly warnings: readonly Warning[];
}
