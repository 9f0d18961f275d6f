/** Computes the value of balances from the operator's prices. @module */
import { numberToHex } from "viem";
import type { HoldingView } from "../../core/dialog/account.ts";
import type { PricesResult } from "../../core/protocol/service/mod.ts";
import { MAX_PRICED } from "../../core/ground/limits.ts";
import { worthIn, writeWorth } from "../../ui/text/worth.ts";
import type { Device } from "../device/device.ts";

/** Values of balances, as texts in the user's language. */
export interface Worth {
  /** Value of a balance; `undefined` without a price. */
  readonly of: (holding: HoldingView) => string | undefined;
  /** Sum of the balances with a price; `null` if the operator has no prices, or none for these. */
  readonly total: string | null;
  /** True if some balances have no price, and are not in the sum. */
  readonly partial: boolean;
}

/** Requests the prices of balances. */
export function readPrices(
  { service }: Pick<Device, "service">,
  holdings: readonly HoldingView[],
): Promise<PricesResult> {
  const tokens = holdings.slice(0, MAX_PRICED).map(({ chainId, token }) => ({
    chainId: numberToHex(chainId),
    address: token.address,
  }));
  return service.call("acct_getPrices", { tokens });
}

/** Computes the values of balances. */
export function worthOf(
  holdings: readonly HoldingView[],
  result: PricesResult | null,
  tag: string,
): Worth {
  const currency = result?.currency ?? null;
  if (result === null || currency === null || writeWorth(0n, currency, tag) === undefined) {
    return { of: () => undefined, total: null, partial: false };
  }
  const shown = (parts: bigint) => writeWorth(parts, currency, tag) ?? "";
  const parts = (holding: HoldingView): bigint | undefined => {
    const { chainId, token: { address, decimals }, amount } = holding;
    const price = result.prices.find((each) =>
      Number(each.chainId) === chainId &&
      (each.address?.toLowerCase() ?? null) === (address?.toLowerCase() ?? null)
    )?.price;
    return price === undefined ? undefined : worthIn(amount, decimals, price);
  };
  const held = holdings.filter(({ amount }) => amount > 0n);
  const worths = held.map(parts);
  const known = worths.filter((worth) => worth !== undefined);
  return {
    of: (holding) => {
      const worth = parts(holding);
      return worth === undefined ? undefined : shown(worth);
    },
    total: known.length === 0 && held.length > 0
      ? null
      : shown(known.reduce((sum, worth) => sum + worth, 0n)),
    partial: known.length < worths.length,
  };
}
