/** Errors of the connector itself; the wallet's are `AcctError` of core. @module */
import { BaseError } from "wagmi";

/** An account is needed: none is given and none is connected. */
export class NotConnectedError extends BaseError {
  /** Name of the class. */
  override name = "NotConnectedError";

  /** Makes the error. */
  constructor() {
    super("No account is connected. Nothing was asked for.", {
      metaMessages: ["Connect first, or pass `address` and a `connector`."],
    });
  }
}
