/** Interprets orders. @module */
import type { AssetView, ChainView, OrderTerms, OrderView, TokenView } from "@sdk/core/dialog";
import type { Locale } from "../text/locale.ts";
import { count, exactAmount, list, withSymbol } from "../text/numbers.ts";

/** Maximum number of assets on one side of a headline. */
const MAX_NAMED = 3;

/** Maximum number of assets listed on one side of an order. */
export const MAX_SHOWN_ASSETS = 10;

/** Returns whether the rows of an order list all assets. */
export function listsAll({ gives, gets, orders }: OrderView): boolean {
  return orders === undefined && gives.length <= MAX_SHOWN_ASSETS &&
    (gets?.length ?? 0) <= MAX_SHOWN_ASSETS;
}

/** Returns whether an order spends assets without certain proceeds. */
export function isGift({ gives, gets }: OrderTerms): boolean {
  const isSome = ({ amount }: AssetView) => amount > 0n;
  return gets !== null && gives.some(isSome) && !gets.some(isSome);
}

/**
 * Describes an order by the assets that it spends and receives; `null` for several orders, for many
 * assets, and while a token has no name.
 */
export function describeOrder(
  { gives, gets, orders }: OrderView,
  tokens: readonly TokenView[],
  chain: Pick<ChainView, "nativeCurrency">,
  locale: Locale,
): string | null {
  if (orders !== undefined || gives.length === 0) return null;
  const isLong = Math.max(gives.length, gets?.length ?? 0) > MAX_NAMED;
  const isKnown = [...gives, ...gets ?? []].every(({ kind, address }) =>
    kind !== "token" || tokenAt(address, tokens) !== undefined
  );
  if (isLong || !isKnown) return null;
  const given = list(gives.map((asset) => nameAsset(asset, tokens, chain, locale)), locale.tag);
  // Any contract can choose its name, so a received token is named only if the operator lists it.
  const listed = tokens.filter(({ unlisted }) => unlisted !== true);
  return gets === null || gets.length === 0 ? locale.text.give(given) : locale.text.screens.reading
    .trade(given, list(gets.map((asset) => nameAsset(asset, listed, chain, locale)), locale.tag));
}

function nameAsset(
  { kind, address, amount }: AssetView,
  tokens: readonly TokenView[],
  { nativeCurrency }: Pick<ChainView, "nativeCurrency">,
  { text, tag }: Locale,
): string {
  const words = text.screens.reading;
  if (kind === "item" || kind === "any_item") {
    return words.collectibles(Number(amount), count(Number(amount), tag));
  }
  const token = kind === "native" ? { address: null, ...nativeCurrency } : tokenAt(address, tokens);
  return token === undefined
    ? words.unknownTokens(1, count(1, tag))
    : withSymbol(exactAmount(amount, token.decimals, tag), token, tag);
}

function tokenAt(address: string | null, tokens: readonly TokenView[]): TokenView | undefined {
  return tokens.find((each) => each.address?.toLowerCase() === address?.toLowerCase());
}
