/** Lists the tokens that a payment can be requested in. @module */
import { numberToHex } from "viem";
import type { HoldingView } from "../../core/dialog/account.ts";
import type { ServiceClient } from "../../core/client/client.ts";
import { MAX_CHAIN_NAME_LENGTH, MAX_SYMBOL_LENGTH } from "../../core/ground/limits.ts";
import { cleanText } from "../../core/lib/text.ts";
import type { RoomProps } from "../parts/room.ts";
import { type Loaded, useLoaded } from "../parts/loaded.tsx";
import { useHoldings } from "./tokens.tsx";

/** Loads the tokens: the account's own first, then the others of the operator's list. */
export function useRequestable(props: RoomProps): Loaded<readonly HoldingView[]> {
  const { device: { service }, record: { account: { address } } } = props;
  const held = useHoldings(props);
  const listed = useLoaded(() => listedTokens(service), address);
  const failed = held.failed || listed.failed;
  const refresh = () => {
    held.refresh();
    listed.refresh();
  };
  if (held.value === null || listed.value === null) {
    return { value: null, failed, since: null, refresh };
  }
  const value = [...held.value.filter(({ token }) => token.unlisted !== true), ...listed.value];
  const keys = value.map(keyOf);
  return {
    value: value.filter((each, index) => keys.indexOf(keyOf(each)) === index),
    failed,
    since: held.since,
    refresh,
  };
}

/** Lists the tokens that the operator lists on each network, and the native currencies. */
export async function listedTokens(
  service: Pick<ServiceClient, "configuration" | "call">,
): Promise<HoldingView[]> {
  const { chains } = await service.configuration();
  const all = await Promise.all(
    chains.map(async ({ id: chainId, name, nativeCurrency }) => {
      const common = { chainId, chainName: cleanText(name, MAX_CHAIN_NAME_LENGTH), amount: 0n };
      // Without an answer, the native currency can still be requested.
      const found = await service.call("acct_getTokens", { chainId: numberToHex(chainId) })
        .catch(() => []);
      const tokens = found.flatMap(({ address, decimals, ...token }) => {
        const symbol = cleanText(token.symbol, MAX_SYMBOL_LENGTH);
        return symbol === "" ? [] : [{ ...common, token: { address, symbol, decimals } }];
      });
      return [...tokens, { ...common, token: { address: null, ...nativeCurrency } }];
    }),
  );
  return all.flat();
}

function keyOf({ chainId, token }: HoldingView): string {
  return `${chainId} ${token.address?.toLowerCase()}`;
}
