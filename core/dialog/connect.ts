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
  /** Reloads after an error. */
  readonly retry?: () => void;
  /** Accounts of this device, last used first. */
  readonly known: readonly KnownAccount[];
  /**
   * True if the browser can list the passkeys at hand: `{ kind: "immediate" }` signs in with one of
   * them, and creates a passkey only if there is none.
   */
  readonly immediate?: boolean;
  /**
   * Host whose passkeys also work on this page (`keys.old.example`): `{ kind: "existing",
   * continued: true }` prompts for one of them. Absent if the page continues no other host.
   */
  readonly continues?: string;
  /** True after no passkey answered to `{ kind: "existing" }`: it may be on another device. */
  readonly missing?: boolean;
  /** True if the same passkey is needed again, to find its account on the chains. */
  readonly again?: boolean;
  /** Requested sign-in with Ethereum. */
  readonly siwe?: {
    readonly domain: string;
    readonly statement?: string;
    /** Expiry and start of the session that the dApp opens, in Unix seconds. */
    readonly until?: bigint;
    readonly from?: bigint;
    /** Id of the request, chosen by the dApp. */
    readonly requestId?: string;
    /** URIs that the message lists. */
    readonly resources?: readonly string[];
    readonly message?: string;
  };
  /** URL of the wallet's page for a lost passkey; absent if the wallet has none. */
  readonly lostUrl?: string;
  /** Warnings to show. */
  readonly warnings: readonly Warning[];
}

/**
 * The user's choice: an available passkey or otherwise a new one, a new one, any existing one, or a
 * known account.
 */
export type ConnectChoice =
  | { readonly kind: "immediate"; readonly name: string }
  | { readonly kind: "create"; readonly name: string }
  | { readonly kind: "existing"; readonly continued?: boolean }
  | { readonly kind: "continue"; readonly credentialId: string };
