/** Text from strangers, made fit to be shown. @module */

/** Control characters, and characters that turn, join or hide others. */
// deno-lint-ignore no-control-regex -- they are what is looked for
const hidden = /[\u0000-\u001f\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\ufe00-\ufe0f]/gu;

/** Drops hidden characters, folds white space, bounds the length. */
export function cleanText(text: string, length: number): string {
  const clean = text.slice(0, length * 8).replace(hidden, "").replace(/\s+/g, " ").trim();
  return [...clean].slice(0, length).join("");
}
