/** Types of the dialogs that sign messages and typed data. @module */
import type { Address, Hex } from "../lib/hex.ts";
import type { ErrorView, PreviewStatus, TokenView, Warning } from "./common.ts";
import type { CallView, DigestView, ExplanationView, OrderView } from "./explanation.ts";
import type { ReadingView } from "./reading.ts";

/** A sign-in text. */
export interface SignInView {
  /** Domain that the text is for. */
  readonly domain: string;
  /** True if the domain and all addresses of the text match the page. */
  readonly own: boolean;
}

/** The user's choice for a signature. */
export interface SignChoice {
  /** Consent to the danger for which the preview sets `needsConsent`. */
  readonly consent?: boolean;
}

/** Preview of a message to sign. */
export interface MessagePreview {
  /** State of loading. */
  readonly status: PreviewStatus;
  /** Error of loading; set with status `error`. */
  readonly error?: ErrorView;
  /** Reloads after an error. */
  readonly retry?: () => void;
  /** The message as text; absent if the bytes are not valid UTF-8. */
  readonly text?: string;
  /** Set for a sign-in text. */
  readonly signIn?: SignInView;
  /** True if the choice needs `consent: true`: the danger requires a second confirmation. */
  readonly needsConsent?: boolean;
  /** Contract that the data is for; absent for a message. */
  readonly validator?: Address;
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
  /** Reloads after an error. */
  readonly retry?: () => void;
  /** Primary type. */
  readonly primaryType: string;
  /** Domain; only its signed members. */
  readonly domain: Readonly<Record<string, unknown>>;
  /** Message; only its signed members. */
  readonly message: Readonly<Record<string, unknown>>;
  /** The decoded order, if the exchange is known. */
  readonly order?: OrderView;
  /** Assets that the signature moves, or lets others move. */
  readonly reading?: ReadingView;
  /**
   * Set if the wallet has no reader for the type: the message may do more than `reading`, which then
   * has only the effects of calls inside of it.
   */
  readonly isPlain?: true;
  /** Calls that the signature lets others execute, decoded on this device. */
  readonly calls?: readonly CallView[];
  /**
   * The data as text from the public registry (ERC-7730), for types that the wallet has no reader
   * for. It is only a description, and changes neither warnings nor `reading`.
   */
  readonly explanation?: ExplanationView;
  /** Set if the data contains a sign-in text. */
  readonly signIn?: SignInView;
  /** True if the choice needs `consent: true`: the danger requires a second confirmation. */
  readonly needsConsent?: boolean;
  /** Tokens of the order, permit or explanation that the service can describe. */
  readonly tokens?: readonly TokenView[];
  /** Computes the digests (ERC-8213) on demand. */
  readonly digests?: () => Promise<readonly DigestView[]>;
  /** Warnings to show. */
  readonly warnings: readonly Warning[];
}
