/** `wallet_getAssets` (ERC-7811): lists an account's assets on every chain. @module */
import { z } from "zod";
import { NATIVE } from "../../core/chain/native.ts";
import type { GetAssetsParams } from "../../core/protocol/service/mod.ts";
import { method } from "./method.ts";
import { address, chainId } from "./shapes.ts";

const type = z.enum(["native", "erc20"]);

/** Tokens per filter: the caller names them, so any of them may be hostile. */
const MAX_ASSETS = 100;

const asset = z.strictObject({
  address: z.union([address, z.null(), z.literal("native")]),
  type,
}).refine(
  (given) => (given.type === "native") === isNative(given.address),
  { path: ["address"], message: "must be the address of an asset of this type" },
);

const schema = z.strictObject({
  account: address,
  chainFilter: z.array(chainId).max(200).optional(),
  assetTypeFilter: z.array(type).max(10).optional(),
  assetFilter: z.record(z.string(), z.array(asset).max(MAX_ASSETS)).optional().refine(
    (filter) => Object.keys(filter ?? {}).every((id) => chainId.safeParse(id).success),
    "must have chain ids in hex as its keys",
  ).refine(
    (filter) => Object.values(filter ?? {}).flat().length <= MAX_ASSETS,
    `must name at most ${MAX_ASSETS} assets`,
  ),
}) as z.ZodType<GetAssetsParams>;

/** Lists the assets. */
export const walletGetAssets = method(
  schema,
  (context, _caller, params) => context.assets.list(params),
);

function isNative(given: string | null): boolean {
  return given === null || given === "native" || given.toLowerCase() === NATIVE.toLowerCase();
}
