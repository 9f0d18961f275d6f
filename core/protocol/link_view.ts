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
}

/** Shows a link; `null` removes it. */
export type ShowLink = (view: LinkView | null) => void;
