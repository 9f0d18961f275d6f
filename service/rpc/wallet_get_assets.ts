/** `wallet_getAssets` (ERC-7811): lists an account's assets on every chain. @module */
import { walletGetAssets as definition } from "../../core/protocol/service/methods/wallet_get_assets.ts";
import { method } from "./method.ts";

/** Lists the assets. */
export const walletGetAssets = method(
  definition,
  (context, _caller, params) => context.assets.list(params),
);
