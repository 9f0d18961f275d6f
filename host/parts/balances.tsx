/** What an account holds, on every chain. @module */
import type { VNode } from "preact";
import type { ServiceClient } from "../../core/service/client.ts";
import type { AssetJson, ChainJson } from "../../core/service/protocol.ts";
import type { AccountRecord } from "../../core/session/accounts.ts";
import { cleanText } from "../../core/text.ts";
import { exactAmount, withSymbol } from "../../ui/text/numbers.ts";
import type { HomeText } from "../text.ts";
import { Part, useLoaded } from "./loaded.tsx";

/** One holding. */
interface Holding {
  readonly chain: string;
  readonly amount: bigint;
  readonly decimals: number;
  readonly symbol: string;
}

/** The list; what is nothing is left out. */
export function Balances(props: {
  record: AccountRecord;
  service: ServiceClient;
  text: HomeText;
  tag: string;
}): VNode {
  const { record, service, text, tag } = props;
  const loaded = useLoaded(() => holdingsOf(service, record), record);
  return (
    <Part title={text.balances} text={text} loaded={loaded}>
      {loaded.value?.length === 0 ? <p class="note">{text.noBalances}</p> : null}
      <ul>
        {loaded.value?.map(({ chain, amount, decimals, symbol }) => (
          <li key={`${chain} ${symbol}`} data-testid="home-balance">
            <p>
              <strong>{withSymbol(exactAmount(amount, decimals, tag), { symbol }, tag)}</strong>
              <span class="note">{chain}</span>
            </p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

async function holdingsOf(service: ServiceClient, { account }: AccountRecord): Promise<Holding[]> {
  const [{ chains }, assets] = await Promise.all([
    service.configuration(),
    service.call("wallet_getAssets", { account: account.address }),
  ]);
  return Object.entries(assets).flatMap(([id, list]) => {
    const chain = chains.find((each) => each.id === Number(id));
    return chain === undefined ? [] : list.flatMap((asset) => holding(chain, asset));
  });
}

/** A token that says nothing sensible of itself is left out: its amount would mean nothing. */
function holding(chain: ChainJson, { balance, metadata }: AssetJson): Holding[] {
  const amount = BigInt(balance);
  if (amount === 0n || metadata === null) return [];
  return [{
    chain: cleanText(chain.name, 60),
    amount,
    decimals: metadata.decimals,
    symbol: cleanText(metadata.symbol, 16) || "?",
  }];
}
