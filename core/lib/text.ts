/** Text from outside: what it is, and how a dialog may show it. @module */

/**
 * Control characters, bidirectional controls, zero-width characters, tags, variation selectors, blank
 * letters, lone surrogates, private use and what is not assigned: what a name can hide behind, or
 * imitate another with. The two that Unicode counts as visible are blank Braille and the place of an
 * embedded object.
 */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800\ufffc]/gu;

/** Whether a text has characters that cannot be seen or that change how others are shown. */
export function hasHidden(text: string): boolean {
  hidden.lastIndex = 0;
  return hidden.test(text);
}

/** A short text without hidden characters, blanks folded, cut to `max` characters. */
export function cleanText(value: unknown, max: number): string {
  if (typeof value !== "string") return "";
  const visible = value.slice(0, max * 8).replace(/(?!\ufeff)\s/g, " ").replace(hidden, "")
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

/** The URL that a text is, or `null` where it is none. `URL.parse` is younger than passkeys are. */
export function parseUrl(value: unknown): URL | null {
  try {
    return typeof value === "string" ? new URL(value) : null;
  } catch {
    return null;
  }
}
