/** Computes what balances are worth, from the operator's prices. @module */
import { numberToHex } from "viem";
import type { HoldingView } from "../../core/dialog/account.ts";
import type { PricesResult } from "../../core/protocol/service/mod.ts";
import { MAX_PRICED } from "../../core/protocol/limits.ts";
import type { Device } from "../device.ts";

/** Worth of balances, as texts in the user's language. */
export interface Worth {
  /** Worth of a balance; `undefined` without a price. */
  readonly of: (holding: HoldingView) => string | undefined;
  /** Sum of those with a price; `null` if the operator has no prices, or none for these. */
  readonly total: string | null;
  /** True if some balances have no price, and are not in the sum. */
  readonly partial: boolean;
}

/** Parts of the currency's unit that sums are kept in. */
const PARTS = 10_000n;

/** Asks for the prices of balances. */
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

/** Computes the worth of balances. */
export function worthOf(
  holdings: readonly HoldingView[],
  result: PricesResult | null,
  tag: string,
): Worth {
  const currency = result?.currency ?? null;
  if (result === null || currency === null || !/^[A-Z]{3}$/.test(currency)) {
    return { of: () => undefined, total: null, partial: false };
  }
  const format = new Intl.NumberFormat(tag, { style: "currency", currency });
  const shown = (parts: bigint) => format.format(Number(parts) / Number(PARTS));
  const parts = (holding: HoldingView): bigint | undefined => {
    const { chainId, token: { address, decimals }, amount } = holding;
    const price = result.prices.find((each) =>
      Number(each.chainId) === chainId &&
      (each.address?.toLowerCase() ?? null) === (address?.toLowerCase() ?? null)
    )?.price;
    return price === undefined ? undefined : multiply(amount, decimals, price);
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

/** Multiplies an amount with a decimal price, rounded down; `undefined` for what is no price. */
function multiply(amount: bigint, decimals: number, price: string): bigint | undefined {
  const [, whole, fraction = ""] = /^(\d{1,15})(?:\.(\d{1,18}))?$/.exec(price) ?? [];
  if (whole === undefined) return undefined;
  return amount * BigInt(whole + fraction) * PARTS / 10n ** BigInt(decimals + fraction.length);
}
