/** `wallet_getAssets` (ERC-7811): lists an account's assets on every chain. @module */
import { assetFilters } from "../../methods/account/wallet_get_assets.ts";
import { address, exact } from "../../../schema/schema.ts";
import type { GetAssetsParams } from "../../../wire/assets.ts";
import type { ServiceDefinition } from "../schema/definition.ts";

/** Definition of the method. */
export const walletGetAssets: ServiceDefinition<"wallet_getAssets", GetAssetsParams> = {
  name: "wallet_getAssets",
  params: exact({ account: address, ...assetFilters }),
};
