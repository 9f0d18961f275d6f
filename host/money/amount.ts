/** Reads amounts in the format that users type. @module */

/**
 * Reads an amount in the smallest unit, exactly; `null` for any other text. Only the language's own
 * decimal separator is accepted, and no grouping: `1.000` is a thousand in some languages and one
 * in others.
 *
 * @param typed such as `12.5`, in any digits
 */
export function readAmount(typed: string, decimals: number, tag: string): bigint | null {
  const mark = new Intl.NumberFormat(tag).formatToParts(0.5)
    .find(({ type }) => type === "decimal")?.value ?? ".";
  const plain = [...typed.trim()].map((sign) => digitOf(sign) ?? sign).join("");
  const match = /^(\d{1,60})(?:(\D)(\d+))?$/.exec(plain);
  if (match === null) return null;
  const [, whole, between, fraction = ""] = match;
  if (between !== undefined && between !== mark) return null;
  if (fraction.length > decimals) return null;
  return BigInt(whole! + fraction.padEnd(decimals, "0"));
}

/** Writes an amount in the format of {@linkcode readAmount}. */
export function writeAmount(amount: bigint, decimals: number, tag: string): string {
  const mark = new Intl.NumberFormat(tag).formatToParts(0.5)
    .find(({ type }) => type === "decimal")?.value ?? ".";
  const digits = amount.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? "" : digits.slice(-decimals).replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}${mark}${fraction}`;
}

/** Arabic-Indic and Persian digits. */
function digitOf(sign: string): string | undefined {
  const at = "٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹".indexOf(sign);
  return at === -1 ? undefined : String(at % 10);
}
