/** Names days: today and yesterday by their words, others by their date. @module */

/** Names the day of a time, in local time. */
export function dayOf(time: number, tag: string, now = Date.now()): string {
  const days = Math.round((startOf(now) - startOf(time)) / 86_400_000);
  if (days === 0 || days === 1) {
    const word = new Intl.RelativeTimeFormat(tag, { numeric: "auto" }).format(-days, "day");
    return word.charAt(0).toLocaleUpperCase(tag) + word.slice(1);
  }
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(tag, {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(!sameYear && { year: "numeric" }),
  }).format(time);
}

function startOf(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
