/** Phrases that several pages use: names, amounts and allowances. @module */
import type { TokenView } from "../../core/dialog/types.ts";
import { cleanText } from "../../core/lib/text.ts";
import { units } from "../../core/permission/limits/period.ts";
import { MAX_CHAIN_NAME_LENGTH } from "../../core/ground/limits.ts";
import { duration, exactAmount, withSymbol } from "../../ui/text/numbers.ts";
import type { NameOf } from "../device/names.ts";
import type { HomeText } from "../text/home_en.ts";

/** Texts and names for phrases. */
export interface Words {
  readonly text: HomeText;
  /** BCP 47 tag for numbers. */
  readonly tag: string;
  /** Names of senders and recipients. */
  readonly nameOf: NameOf;
  /** Names of spenders. */
  readonly spenderOf: NameOf;
}

/** Describes an allowance and its period. */
export function limitOf(
  spend: { readonly amount: string; readonly unit: number; readonly multiplier: number },
  { text, tag }: Pick<Words, "text" | "tag">,
): string {
  const unit = units[spend.unit] ?? "forever";
  if (unit === "forever") return text.inAll(spend.amount);
  return spend.multiplier === 1
    ? text.perOne[unit](spend.amount)
    : text.perPeriod(spend.amount, duration(spend.multiplier, unit, tag));
}

/** Formats an amount with its symbol, isolated from the text around it. */
export function amountOf(
  amount: bigint,
  token: Pick<TokenView, "decimals" | "symbol" | "unnamed">,
  tag: string,
): string {
  return `\u2068${withSymbol(exactAmount(amount, token.decimals, tag), token, tag)}\u2069`;
}

/** Isolates external text from the direction of the text around it. */
export function apart(words: string): string {
  return `\u2068${cleanText(words, MAX_CHAIN_NAME_LENGTH)}\u2069`;
}
