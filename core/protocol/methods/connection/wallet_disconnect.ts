/** `wallet_disconnect`: closes the session. @module */
import { define, type Definition, nothing } from "../../../schema/definition.ts";

/** Parameters and result. */
export type WalletDisconnect = {
  readonly params?: readonly [];
  readonly result: null;
};

/** Definition of the method. */
export const walletDisconnect: Definition<void> = define({
  params: nothing,
});
