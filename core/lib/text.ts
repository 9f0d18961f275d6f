/** Sanitizes untrusted text for dialogs. @module */

/**
 * Matches control characters, bidirectional controls, zero-width characters, tags, variation
 * selectors, blank letters, lone surrogates, private use and unassigned characters: a name can hide
 * behind them or imitate another. Unicode counts two of them as visible: blank Braille and the
 * object replacement character. Groups 1 and 2 are visible: an emoji, and the joiner to the next one.
 */
const hidden =
  /(\p{ExtPict}\p{EMod}?)\ufe0f?(\u200d)(?=\p{ExtPict})|[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800\ufffc]/gu;

/** Checks whether a text has invisible characters or ones that change how others are shown. */
export function hasHidden(text: string): boolean {
  return text.replace(hidden, "$1$2") !== text;
}

/** Removes hidden characters, collapses white space and truncates to `max` characters. */
export function cleanText(value: unknown, max: number): string {
  if (typeof value !== "string") return "";
  const visible = value.slice(0, max * 8).replace(/(?!\ufeff)\s/g, " ").replace(hidden, "$1$2")
    .normalize("NFC");
  // Collapsed last: a removed character may have been between two spaces.
  const text = visible.replace(/ +/g, " ").trim();
  return [...text].length > max ? `${cutText(text, (start) => [...start].length < max)}…` : text;
}

/** Returns the longest start of a text that fits: whole graphemes, unless the first is too long. */
export function cutText(text: string, fits: (start: string) => boolean): string {
  const graphemes = "Segmenter" in Intl
    ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
    : [];
  for (const parts of [graphemes, [...text]]) {
    let start = "";
    for (const part of parts) {
      if (!fits(start + part)) break;
      start += part;
    }
    // Without the emoji that follows, a joiner is a hidden character.
    if (start !== "") return start.replace(/\u200d$/, "");
  }
  return "";
}

/** Parses a URL; returns `null` if invalid. `URL.parse` is younger than passkeys are. */
export function parseUrl(value: unknown): URL | null {
  try {
    return typeof value === "string" ? new URL(value) : null;
  } catch {
    return null;
  }
}

/** Returns true if a host (with or without port) is this machine. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:(?:.*\.)?localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);
}
