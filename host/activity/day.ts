/** Names days: today and yesterday by their words, others by their date. @module */

/** Names the day of a time, in local time, as a heading. */
export function dayOf(time: number, tag: string, now = Date.now()): string {
  const words = dayWithin(time, tag, now);
  const isDate = /\p{N}/u.test(words);
  return isDate ? words : words.charAt(0).toLocaleUpperCase(tag) + words.slice(1);
}

/** Names the day of a time within a sentence. */
export function dayWithin(time: number, tag: string, now = Date.now()): string {
  const days = Math.round((startOf(now) - startOf(time)) / 86_400_000);
  if (days === 0 || days === 1) {
    return new Intl.RelativeTimeFormat(tag, { numeric: "auto" }).format(-days, "day");
  }
  return new Intl.DateTimeFormat(tag, {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...yearOf(time, now),
  }).format(time);
}

/** Formats a date briefly; with its year if it is not the current one. */
export function shortDate(time: number, tag: string, now = Date.now()): string {
  return new Intl.DateTimeFormat(tag, { day: "numeric", month: "short", ...yearOf(time, now) })
    .format(time);
}

function yearOf(time: number, now: number): { readonly year?: "numeric" } {
  return new Date(time).getFullYear() === new Date(now).getFullYear() ? {} : { year: "numeric" };
}

function startOf(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
