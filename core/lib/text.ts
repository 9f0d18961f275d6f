/** Sanitizes untrusted text for dialogs. @module */

/**
 * Matches control characters, bidirectional controls, zero-width characters, tags, variation
 * selectors, blank letters, lone surrogates, private use and unassigned characters: a name can hide
 * behind them or imitate another. Unicode counts two of them as visible: blank Braille and the
 * object replacement character.
 */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800\ufffc]/gu;

/** Checks whether a text has invisible characters or ones that change how others are shown. */
export function hasHidden(text: string): boolean {
  hidden.lastIndex = 0;
  return hidden.test(text);
}

/** Removes hidden characters, collapses white space and truncates to `max` characters. */
export function cleanText(value: unknown, max: number): string {
  if (typeof value !== "string") return "";
  const visible = value.slice(0, max * 8).replace(/(?!\ufeff)\s/g, " ").replace(hidden, "")
    .normalize("NFC");
  // Collapsed last: a removed character may have been between two spaces.
  const points = [...visible.replace(/ +/g, " ").trim()];
  return points.length > max ? `${points.slice(0, max - 1).join("")}…` : points.join("");
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
