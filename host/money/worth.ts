/** Computes the value of balances from the operator's prices, in the user's currency. @module */
import { numberToHex } from "viem";
import type { HoldingView } from "../../core/dialog/account.ts";
import type { TokenView } from "../../core/dialog/types.ts";
import type { PricesResult } from "../../core/protocol/service/mod.ts";
import { MAX_PRICED } from "../../core/ground/limits.ts";
import { worthIn, writeWorth } from "../../ui/text/worth.ts";
import type { Address } from "../../core/lib/hex.ts";
import type { Storage } from "../../core/lib/storage.ts";
import type { Device } from "../device/device.ts";
import { recall } from "../device/memory.ts";

/** Values of balances, as texts in the user's language. */
export interface Worth {
  /** Value of a balance; `undefined` without a price. */
  readonly of: (holding: HoldingView) => string | undefined;
  /** Sum of the balances with a price; `null` if the operator has no prices, or none for these. */
  readonly total: string | null;
  /** True if some balances have no price, and are not in the sum. */
  readonly partial: boolean;
}

/** A token whose price is known by its network and address. */
interface Priced {
  readonly chainId: number;
  readonly token: Pick<TokenView, "address">;
}

/** An amount of a token. */
interface PricedAmount {
  readonly chainId: number;
  readonly amount: bigint;
  readonly token: Pick<TokenView, "address" | "decimals">;
}

/** Requests the prices of tokens. */
export async function readPrices(
  { service }: Pick<Device, "service">,
  amounts: readonly Priced[],
): Promise<PricesResult> {
  const { fiat, currencies } = await service.configuration();
  const tokens = amounts.slice(0, MAX_PRICED).map(({ chainId, token }) => ({
    chainId: numberToHex(chainId),
    address: token.address,
  }));
  return await service.call("acct_getPrices", {
    tokens,
    ...(fiat !== undefined && currencies !== undefined && { currency: fiat }),
  });
}

/** Returns a function that writes the value of an amount; it returns `undefined` without a price. */
export function valuesOf(
  result: PricesResult | null,
  tag: string,
): (amount: PricedAmount) => string | undefined {
  return (amount) => {
    if (result === null || result.currency === null) return undefined;
    const parts = partsOf(result, amount);
    return parts === undefined ? undefined : writeWorth(parts, result.currency, tag);
  };
}

/** Computes a value in ten-thousandths of the currency's unit. */
function partsOf(
  { prices }: PricesResult,
  { chainId, token: { address, decimals }, amount }: PricedAmount,
): bigint | undefined {
  const price = prices.find((each) =>
    Number(each.chainId) === chainId &&
    (each.address?.toLowerCase() ?? null) === (address?.toLowerCase() ?? null)
  )?.price;
  return price === undefined ? undefined : worthIn(amount, decimals, price);
}

/** Returns the sum of an account's balances at the last visit; `null` if it is unknown. */
export function lastTotal(storage: Storage, account: Address, tag: string): string | null {
  const holdings = recall<HoldingView[]>(storage, `balances ${account}`)?.value;
  const prices = recall<PricesResult>(storage, `prices ${account}`)?.value;
  return holdings === undefined || prices === undefined
    ? null
    : worthOf(holdings, prices, tag).total;
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
  const held = holdings.filter(({ amount }) => amount > 0n);
  const worths = held.map((holding) => partsOf(result, holding));
  const known = worths.filter((worth) => worth !== undefined);
  return {
    of: valuesOf(result, tag),
    total: known.length === 0 && held.length > 0
      ? null
      : writeWorth(known.reduce((sum, worth) => sum + worth, 0n), currency, tag) ?? null,
    partial: known.length < worths.length,
  };
}
