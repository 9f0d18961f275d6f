/** Defines the options of `Acct.create()` and `acct()`. @module */
import type { OwnerSigner } from "../../account/to_sign.ts";
import type { Mode } from "../../ground/mode.ts";
import type { Storage } from "../../lib/storage.ts";
import type { UIHandler } from "../../dialog/handler.ts";
import type { Theme } from "../../dialog/theme.ts";
import type { PaymasterOption } from "../../fee/paymaster.ts";
import type { ShowLink } from "../../protocol/link_view.ts";

export type { LinkView, ShowLink } from "../../protocol/link_view.ts";
export type { JawTheme, Theme } from "../../dialog/theme.ts";
export type { OwnerSigner, OwnerTypedData } from "../../account/to_sign.ts";
export type { PaymasterOption } from "../../fee/paymaster.ts";

/**
 * Type of window for the wallet host, CrossPlatform mode only: `popup` is a separate window;
 * `iframe` is a frame of the page; `auto` is a frame, with a window as the fallback if the page's
 * policy or the network blocks the frame. Browsers that do not report a frame's true visibility,
 * nested frames and insecure pages always use the window. `link` shows a link
 * for another device, where the user answers all requests; it also works in Deno and Node.
 */
export type Transport = "popup" | "iframe" | "auto" | "link";

/** Behavior options: `uiHandler` is required with `Mode.AppSpecific`. */
export type Preference =
  & PreferenceOptions
  & (
    | { readonly mode?: typeof Mode.CrossPlatform; readonly owner?: never }
    | { readonly mode: typeof Mode.AppSpecific; readonly uiHandler: UIHandler }
  );

/** Behavior options for both modes. */
export interface PreferenceOptions {
  /** Origin of passkey operations. Default: `Mode.CrossPlatform`. */
  readonly mode?: Mode;
  /** Renders the dialogs; required with `Mode.AppSpecific`. */
  readonly uiHandler?: UIHandler;
  /** Include test networks. Default: `true` with a test key, otherwise `false`. */
  readonly showTestnets?: boolean;
  /**
   * Duration of a session in seconds after the last passkey use; `0` stores no session. Default:
   * 86400.
   */
  readonly authTTL?: number;
  /** Storage of the session. Default: `localStorage`. See `@sdk/core/storage` for cookies. */
  readonly sessionStorage?: Storage;
  /** Type of window for the wallet host, CrossPlatform mode only. Default: `popup`. */
  readonly transport?: Transport;
  /**
   * Shows the link with `transport: "link"`. Required in pages, where `linkPanel()` of `@sdk/ui/link` shows
   * a QR code. In React Native: `systemBrowser()` of `@sdk/core/native`. Default in programs: the link
   * is printed.
   */
  readonly onLink?: ShowLink;
  /** Language of the dialogs (BCP 47), AppSpecific mode only. Default: the document's language. */
  readonly locale?: string;
  /**
   * RP ID of the passkeys, AppSpecific mode only: a registrable parent domain, or the domain of another
   * site whose `/.well-known/webauthn` lists this page's origin.
   */
  readonly rpId?: string;
  /**
   * Signer that owns the account instead of a passkey, AppSpecific mode only: any local account of
   * viem, such as a hardware wallet or another log-in. Connecting then opens no dialog.
   */
  readonly owner?: OwnerSigner | undefined;
  /** URL of the wallet host. Default: from the API key. */
  readonly keysUrl?: string;
  /** URL of the service. Default: derived from the API key. */
  readonly serverUrl?: string;
}

/** Options of `Acct.create()` and `acct()`. */
export interface AcctOptions {
  /** API key for the service; the only required option. */
  readonly apiKey: string;
  /** Name shown in the dialogs. Default: `DApp`. */
  readonly appName?: string;
  /** https URL of a logo of at least 200×200 px, or `null` for a default icon. */
  readonly appLogoUrl?: string | null;
  /** Chain of the first connection. Default: the chain of a test key, otherwise `1`. */
  readonly defaultChainId?: number;
  /**
   * ENS domain, such as `shop.eth`, below which new accounts can get a name. It must be linked to the
   * project of the API key; see docs/names.md.
   */
  readonly ens?: string;
  /** Behavior options. */
  readonly preference?: Preference;
  /** Paymaster per chain id. Default: the service's own for the chain of a test key. */
  readonly paymasters?: Readonly<Record<number, PaymasterOption>>;
  /** Appearance of the dialogs in AppSpecific mode. */
  readonly theme?: Theme;
}
