/** Describes a moment by its distance from now. @module */

const units = [["day", 86_400], ["hour", 3_600], ["minute", 60]] as const;

/**
 * Returns the distance of a later moment, such as "in 3 days", rounded down.
 *
 * @param seconds the moment, in Unix seconds
 * @param now the current time, in Unix seconds
 */
export function fromNow(seconds: number, locale: string, now: number = Date.now() / 1000): string {
  const left = Math.max(0, seconds - now);
  const [unit, length] = units.find(([, length]) => left >= length) ?? units[2];
  return new Intl.RelativeTimeFormat(locale).format(Math.floor(left / length), unit);
}
