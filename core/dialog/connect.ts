/** Types of the connect dialog. @module */
import type { AccountView, ErrorView, PreviewStatus, Warning } from "./common.ts";

/** An account of this device. */
export interface KnownAccount extends AccountView {
  /** Credential id of the passkey, base64url. */
  readonly credentialId: string;
}

/** Preview of a connection. */
export interface ConnectPreview {
  /** State of loading; passkeys can be used when `ready`. */
  readonly status: PreviewStatus;
  /** Error that blocks connecting; set with status `error`. */
  readonly error?: ErrorView;
  /** Loads again after an error. */
  readonly retry?: () => void;
  /** Accounts of this device, last used first. */
  readonly known: readonly KnownAccount[];
  /**
   * True if one button is enough: `{ kind: "immediate" }` signs in with a passkey that is at hand, or
   * creates one.
   */
  readonly immediate?: boolean;
  /**
   * Host whose passkeys work here as well (`keys.old.example`): `{ kind: "existing", continued: true }`
   * asks for one of them. Absent where the page continues no other.
   */
  readonly continues?: string;
  /** True if the same passkey is needed once more, to find its account on the chains. */
  readonly again?: boolean;
  /** Requested sign-in with Ethereum. */
  readonly siwe?: {
    readonly domain: string;
    readonly statement?: string;
    /** End and begin of the session that the dApp opens, in Unix seconds. */
    readonly until?: bigint;
    readonly from?: bigint;
    /** Id of the request, chosen by the dApp. */
    readonly requestId?: string;
    /** URIs that the message lists. */
    readonly resources?: readonly string[];
    readonly message?: string;
  };
  /** URL of the wallet's page for a lost passkey; absent where the wallet has none. */
  readonly lostUrl?: string;
  /** Warnings to show. */
  readonly warnings: readonly Warning[];
}

/** The user's choice: a passkey at hand or else a new one, a new one, any, or a known account. */
export type ConnectChoice =
  | { readonly kind: "immediate"; readonly name: string }
  | { readonly kind: "create"; readonly name: string }
  | { readonly kind: "existing"; readonly continued?: boolean }
  | { readonly kind: "continue"; readonly credentialId: string };
