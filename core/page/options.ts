/**
 * Defines the two modes and the options of `Acct.create()` and `acct()`. It loads nothing else.
 *
 * @example
 * ```ts
 * import { Mode } from "@sdk/core/mode";
 *
 * export const preference = { mode: Mode.CrossPlatform, showTestnets: true };
 * ```
 *
 * @module
 */
import type { Storage } from "../lib/storage.ts";
import type { UIHandler } from "../dialog/handler.ts";
import type { Theme } from "../dialog/theme.ts";
import type { PaymasterOption } from "../fee/paymaster.ts";

export type { JawTheme, Theme } from "../dialog/theme.ts";
export type { PaymasterOption } from "../fee/paymaster.ts";

/** Where passkey operations run. */
export const Mode: {
  readonly CrossPlatform: "CrossPlatform";
  readonly AppSpecific: "AppSpecific";
} = {
  CrossPlatform: "CrossPlatform",
  AppSpecific: "AppSpecific",
};

/** One of the two modes. */
export type Mode = "CrossPlatform" | "AppSpecific";

/**
 * Where the wallet host opens, CrossPlatform mode only: `popup` in a window of its own; `iframe` in
 * a frame of the page; `auto` in a frame, with a window as the fallback if the page's policy or the
 * network blocks it. Browsers that do not report a frame's true visibility, nested frames and
 * insecure pages always get the window.
 */
export type Transport = "popup" | "iframe" | "auto";

/** Behaviour options. */
export interface Preference {
  /** Where passkey operations run. Default `Mode.CrossPlatform`. */
  readonly mode?: Mode;
  /** Renders the dialogs; required with `Mode.AppSpecific`. */
  readonly uiHandler?: UIHandler;
  /** Include test networks. Default `false`. */
  readonly showTestnets?: boolean;
  /** Seconds that a session lasts after the last passkey use; `0` keeps nothing. Default 86400. */
  readonly authTTL?: number;
  /** Where the session is kept; `localStorage` if absent. See `@sdk/core/storage` for cookies. */
  readonly sessionStorage?: Storage;
  /** Where the wallet host opens, CrossPlatform mode only. Default `popup`. */
  readonly transport?: Transport;
  /** Language of the dialogs (BCP 47), AppSpecific mode only; the document's if absent. */
  readonly locale?: string;
  /**
   * RP ID of the passkeys, AppSpecific mode only: a registrable parent domain, or the domain of another
   * site whose `/.well-known/webauthn` lists this page's origin.
   */
  readonly rpId?: string;
  /** URL of the wallet host, if not the one in the API key. */
  readonly keysUrl?: string;
  /** URL of the service, if not the one in the API key. */
  readonly serverUrl?: string;
}

/** Options of `Acct.create()` and `acct()`. */
export interface AcctOptions {
  /** API key for the service; the only required option. */
  readonly apiKey: string;
  /** Name shown in the dialogs. Default `DApp`. */
  readonly appName?: string;
  /** https URL of a logo of at least 200×200 px, or `null` for a default icon. */
  readonly appLogoUrl?: string | null;
  /** Chain used on first connection. Default `1`. */
  readonly defaultChainId?: number;
  /**
   * ENS domain, such as `shop.eth`, below which new accounts can get a name. It must be linked to the
   * project of the API key; see docs/names.md.
   */
  readonly ens?: string;
  /** Behaviour options. */
  readonly preference?: Preference;
  /** Paymaster per chain id. */
  readonly paymasters?: Readonly<Record<number, PaymasterOption>>;
  /** Appearance of the dialogs in AppSpecific mode. */
  readonly theme?: Theme;
}
