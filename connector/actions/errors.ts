/** Errors of the connector; the wallet's own are `AcctError` of core. @module */

/** Thrown if an account is needed and none is given or connected. */
export class NotConnectedError extends Error {
  /** Class name. */
  override readonly name = "NotConnectedError";

  /** Creates the error. */
  constructor() {
    super(
      "No account is connected. Connect, or pass `address` and `connector`.",
    );
  }
}
