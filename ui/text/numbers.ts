/** Amounts in words of a language. Nothing is rounded where the exact figure matters. @module */
import type { SpendUnit, TokenView } from "@sdk/core/dialog";

/** An exact amount: `1234500000`, 6 decimals → `1,234.5` in English. */
export function exactAmount(amount: bigint, decimals: number, locale: string): string {
  const negative = amount < 0n;
  const digits = (negative ? -amount : amount).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? "" : digits.slice(-decimals).replace(/0+$/, "");
  const format = numbers(locale, { maximumFractionDigits: 0 });
  const integer = format.format(BigInt(whole));
  const text = fraction === ""
    ? integer
    : integer + decimalMark(locale) + [...fraction].map((d) => format.format(Number(d))).join("");
  return negative ? `\u2212${text}` : text;
}

/** An amount rounded up to a few significant digits: never less than what it stands for. */
export function amountAtMost(amount: bigint, decimals: number, locale: string): string {
  return exactAmount(roundUp(amount, 4), decimals, locale);
}

/** Amount and symbol; among words that run from right to left they stay one unit. */
export function withSymbol(
  figure: string,
  token: Pick<TokenView, "symbol" | "unnamed">,
  locale: string,
): string {
  return asUnit(`${figure}\u00a0${token.unnamed ? "× " : ""}${token.symbol}`, locale);
}

/** Words that run from left to right stay one unit among those that run from right to left. */
export function asUnit(text: string, locale: string): string {
  return /^(?:ar|fa|he|ur)\b/.test(locale) ? `\u2066${text}\u2069` : text;
}

/** A span of time in seconds, as days, hours, minutes and seconds; none of them is left out. */
export function timeSpan(seconds: bigint, locale: string): string {
  const units = [["day", 86_400n], ["hour", 3_600n], ["minute", 60n], ["second", 1n]] as const;
  let left = seconds < 0n ? 0n : seconds;
  const parts = units.flatMap(([unit, length]) => {
    const amount = left / length;
    left %= length;
    if (amount === 0n && !(unit === "second" && seconds <= 0n)) return [];
    return [numbers(locale, { style: "unit", unit, unitDisplay: "long" }).format(amount)];
  });
  return lists(locale, "unit").format(parts);
}

/** A count. */
export function count(value: number, locale: string): string {
  return numbers(locale).format(value);
}

/** A moment, given in Unix seconds; `null` if no calendar reaches it. */
export function moment(seconds: bigint, locale: string): string | null {
  if (seconds < 0n || seconds > 8_640_000_000_000n) return null;
  return moments(locale).format(Number(seconds) * 1000);
}

/** Several things in one phrase: "A and B". */
export function list(parts: readonly string[], locale: string): string {
  return lists(locale, "conjunction").format(parts);
}

/** Rounds up to significant digits. */
export function roundUp(amount: bigint, significant: number): bigint {
  const length = amount.toString().length;
  if (amount <= 0n || length <= significant) return amount;
  const unit = 10n ** BigInt(length - significant);
  return (amount + unit - 1n) / unit * unit;
}

/** The decimal mark of a language. */
export function decimalMark(locale: string): string {
  const parts = numbers(locale, { minimumFractionDigits: 1 }).formatToParts(0.5);
  return parts.find((part) => part.type === "decimal")?.value ?? ".";
}

/** A number of units of time: "3 days". */
export function duration(
  amount: number,
  unit: Exclude<SpendUnit, "forever">,
  locale: string,
): string {
  return numbers(locale, { style: "unit", unit, unitDisplay: "long" }).format(amount);
}

/** Formats are kept: creating one takes as long as hundreds of texts by it. */
const numbers = kept((locale, options?: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(locale, options)
);
const lists = kept((locale, type: "unit" | "conjunction") => new Intl.ListFormat(locale, { type }));
const moments = kept((locale) =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" })
);

/** Creates each format once. */
function kept<O, F>(
  create: (locale: string, options: O) => F,
): (locale: string, ...options: undefined extends O ? [O?] : [O]) => F {
  const formats = new Map<string, F>();
  return (locale, options?: unknown) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    let format = formats.get(key);
    if (format === undefined) formats.set(key, format = create(locale, options as O));
    return format;
  };
}
