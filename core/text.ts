/** Text from outside, made harmless before a dialog shows it. @module */

/**
 * Control characters, bidirectional controls, zero-width characters, tags, variation selectors and
 * private use: what a name can hide behind, or imitate something else with.
 */
const hidden =
  // deno-lint-ignore no-control-regex -- they are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\ue000-\uf8ff]|[\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}\u{f0000}-\u{10ffff}]/gu;

/** Whether a text has characters that cannot be seen or that change how others are shown. */
export function hasHidden(text: string): boolean {
  hidden.lastIndex = 0;
  return hidden.test(text);
}

/** A short text without hidden characters, blanks folded, cut to `max` characters. */
export function cleanText(value: unknown, max: number): string {
  if (typeof value !== "string") return "";
  const visible = value.slice(0, max * 8).replace(/\s/g, " ").replace(hidden, "")
    .normalize("NFC");
  // Folded last: what was hidden may have stood between two blanks.
  const points = [...visible.replace(/ +/g, " ").trim()];
  return points.length > max ? `${points.slice(0, max - 1).join("")}…` : points.join("");
}

/**
 * What a page may be called: its own words, unless they look like an address of another site. A name
 * is shown beside the real origin and must not contradict it.
 */
export function siteName(value: unknown, origin: string, fallback = "DApp"): string {
  const name = cleanText(value, 64) || fallback;
  const { host, hostname } = new URL(origin);
  const looksLikeAddress = /[:/\\@]{2}|^\S*[^\s.]\.[a-z]{2,}(\b|$)/i.test(name);
  return looksLikeAddress && name.toLowerCase() !== hostname ? host : name;
}
