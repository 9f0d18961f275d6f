/** Finds characters that are not visible. @module */

/**
 * Matches control characters, bidirectional controls, zero-width characters, tags, variation
 * selectors, blank letters, lone surrogates, private use and unassigned characters: names can use
 * them to hide or imitate others. Unicode classifies two of them as visible: blank Braille and the
 * object replacement character. Groups 1 and 2 are visible: an emoji, and the joiner to the next
 * one.
 */
const hidden =
  /(\p{Extended_Pictographic}\p{Emoji_Modifier}?)\ufe0f?(\u200d)(?=\p{Extended_Pictographic})|[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800\ufffc]/gu;

/** Removes invisible characters, and characters that change the display of others. */
export function withoutHidden(text: string): string {
  return text.replace(hidden, "$1$2");
}

/** Checks whether a text has such characters. */
export function hasHidden(text: string): boolean {
  return withoutHidden(text) !== text;
}
