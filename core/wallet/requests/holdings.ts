/** What an account holds, as dialogs and the wallet's own page show it. @module */
import type { Address } from "../../lib/hex.ts";
import type { ServiceClient } from "../../client/client.ts";
import type { AssetJson, ChainJson } from "../../protocol/service/mod.ts";
import { cleanText } from "../../lib/text.ts";
import type { HoldingView } from "../../dialog/account.ts";

/** The holdings on all chains that can be asked; what is nothing is left out. */
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

/** A token that says nothing sensible of itself is left out: its amount would mean nothing. */
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
