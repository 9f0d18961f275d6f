/** Defines the link that a page or a program shows to the user. @module */

/** Path of the wallet host's page that a link opens. */
export const LINK_PATH = "/link";

/** A device link to show. It changes while the user continues on the other device. */
export interface LinkView {
  /**
   * - `open`: the user opens the link on the device with the wallet;
   * - `compare`: the user compares the code with the one on that device;
   * - `approve`: the user answers the request there.
   */
  readonly state: "open" | "compare" | "approve";
  /** The link. Show it as a QR code, and as a text that can be copied. */
  readonly url: string;
  /** The six digits to compare; `null` before the link was opened, and once it was compared. */
  readonly code: string | null;
  /** Rejects the requests that wait. */
  readonly cancel: () => void;
  /**
   * Continues after the system browser returned with an address, or was closed (`null`). Only for
   * functions with a `returnUrl`.
   */
  readonly returned: (url: string | null) => void;
  /** Rejects the requests that wait, because the link cannot be shown. */
  readonly fail: (cause: unknown) => void;
}

/** Shows a link; `null` removes it. */
export interface ShowLink {
  (view: LinkView | null): void;
  /** Address at which the wallet returns to an app on the same device. See `@sdk/core/native`. */
  readonly returnUrl?: string;
}
