/** Defines the messages between the popup and the background. @module */

/** Request of the popup. */
export type PopupRequest =
  | { readonly acct: "popup"; readonly action: "view" }
  | { readonly acct: "popup"; readonly action: "ethereum"; readonly on: boolean }
  | { readonly acct: "popup"; readonly action: "disconnect" | "show"; readonly origin: string };

/** A connected site. */
export interface SiteView {
  readonly origin: string;
  readonly account: string;
  readonly chainId: number;
}

/** State that the popup shows. */
export interface PopupView {
  /** Wallet home. */
  readonly keysUrl: string;
  /** True if the extension sets `window.ethereum`. */
  readonly ethereum: boolean;
  /** Connected sites; the newest first. */
  readonly sites: readonly SiteView[];
  /** Requests that wait for the user. */
  readonly pending: readonly { readonly origin: string; readonly method: string }[];
}
