/** Describes a permission in one phrase. @module */
import { isUnlimited, type PermissionView, type SpendUnit, type TokenView } from "@sdk/core/dialog";
import type { Locale } from "../text/locale.ts";
import { asUnit, count, duration, exactAmount, list, withSymbol } from "../text/numbers.ts";

/** Maximum number of allowances in a headline. */
export const MAX_NAMED = 2;

/** A permission as text. */
export interface GrantIntent {
  /** Headline. */
  readonly title: string;
  /** Allowances with their periods; empty if the headline contains them. */
  readonly limits: string;
  /** True if the headline contains all allowances. */
  readonly isSaid: boolean;
}

/**
 * Describes a permission: the spendable amounts, if the allowances are few enough for a headline.
 */
export function describeGrant(
  app: string,
  { spends }: Pick<PermissionView, "spends">,
  locale: Locale,
): GrantIntent {
  const { text } = locale;
  const words = text.screens.grant;
  const limits = describeLimits(spends, locale);
  return spends.length > 0 && spends.length <= MAX_NAMED
    ? { title: words.spend(`\u2068${app}\u2069`, limits), limits: "", isSaid: true }
    : { title: text.grantTitle, limits, isSaid: false };
}

/** Lists allowances with their periods. */
export function describeLimits(spends: PermissionView["spends"], locale: Locale): string {
  const words = locale.text.screens.grant;
  return list(
    spends.map((spend, index) =>
      spend.token.unnamed
        ? nameUnknown(locale)
        : isUnlimited(spend.allowance)
        ? words.everything(`\u2068${spend.token.symbol}\u2069`)
        : words.limit(
          describeAllowance(spend.allowance, spend.token, locale),
          describePeriod(spend, locale),
          index > 0 && hasLimit(spends[index - 1]),
        )
    ),
    locale.tag,
  );
}

/** Returns whether the text of an allowance begins with the words of a limit. */
function hasLimit(spend: PermissionView["spends"][number] | undefined): boolean {
  return spend?.token.unnamed !== true && !isUnlimited(spend?.allowance ?? 0n);
}

/** Describes a revocation: the owner of the permission, and its allowances. */
export function describeStop(
  holder: string,
  permission: Pick<PermissionView, "spends"> | undefined,
  locale: Locale,
): string {
  const words = locale.text.screens.grant;
  const name = `\u2068${holder}\u2069`;
  const { spends } = permission ?? { spends: [] };
  return spends.length === 0 || spends.length > MAX_NAMED ? words.stopAll(name) : words.stop(
    name,
    list(
      spends.map((spend) =>
        spend.token.unnamed
          ? nameUnknown(locale)
          : isUnlimited(spend.allowance)
          ? words.everything(`\u2068${spend.token.symbol}\u2069`)
          : `${describeAllowance(spend.allowance, spend.token, locale)} ${
            describePeriod(spend, locale)
          }`
      ),
      locale.tag,
    ),
  );
}

function nameUnknown({ text, tag }: Locale): string {
  return text.screens.reading.unknownTokens(1, count(1, tag));
}

/** Describes an amount that can be spent. */
export function describeAllowance(
  amount: bigint,
  token: TokenView,
  { text, tag }: Locale,
): string {
  const figure = exactAmount(amount, token.decimals, tag);
  return isUnlimited(amount)
    ? `${text.unlimited} ${token.symbol}`
    : token.unnamed
    ? asUnit(text.screens.grant.units(figure, unbroken(token.symbol)), tag)
    : withSymbol(figure, token, tag);
}

/** Prevents a line break after the ellipsis of a shortened address. */
export function unbroken(symbol: string): string {
  return symbol.replace("…", "\u2060…\u2060");
}

/** Describes how often the allowance renews. */
export function describePeriod(
  spend: { readonly unit: SpendUnit; readonly multiplier: number },
  { text, tag }: Locale,
): string {
  const { unit, multiplier } = spend;
  if (unit === "forever") return text.periods.forever;
  return multiplier === 1
    ? text.periods[unit] ?? unit
    : text.everySome(duration(multiplier, unit, tag));
}
