/** Lists the holdings of an account for dialogs and the wallet's own page. @module */
import type { Address } from "../../lib/hex.ts";
import type { ServiceClient } from "../../client/client.ts";
import type { AssetJson, ChainJson } from "../../protocol/service/mod.ts";
import { cleanText } from "../../lib/text.ts";
import type { HoldingView } from "../../dialog/account.ts";

/** Returns the nonzero holdings on all chains that can be reached. */
export async function holdingsOf(
  service: ServiceClient,
  account: Address,
  signal?: AbortSignal,
): Promise<HoldingView[]> {
  const [{ chains }, assets] = await Promise.all([
    service.configuration(signal),
    service.call("wallet_getAssets", { account }, signal),
  ]);
  return Object.entries(assets).flatMap(([id, list]) => {
    const chain = chains.find((each) => each.id === Number(id));
    return chain === undefined ? [] : list.flatMap((asset) => holding(chain, asset));
  });
}

/** Leaves out a token without usable metadata, since its amount could not be displayed. */
function holding(chain: ChainJson, { address, balance, metadata }: AssetJson): HoldingView[] {
  const amount = BigInt(balance);
  if (amount === 0n || metadata === null) return [];
  return [{
    chainName: cleanText(chain.name, 60),
    amount,
    token: {
      address,
      decimals: metadata.decimals,
      symbol: cleanText(metadata.symbol, 16) || "?",
    },
  }];
}
