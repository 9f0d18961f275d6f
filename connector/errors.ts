/** Errors of the connector itself; the wallet's are `AcctError` of core. @module */

/** An account is needed: none is given and none is connected. */
export class NotConnectedError extends Error {
  /** Name of the class. */
  override readonly name = "NotConnectedError";

  /** Makes the error. */
  constructor() {
    super(
      "No account is connected. Nothing was asked for. " +
        "Connect first, or pass `address` and a `connector`.",
    );
  }
}
