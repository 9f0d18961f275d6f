/** Shows bytes and other values of any length. @module */
import type { JSX } from "preact";

/** Characters that are laid out together. */
const BLOCK = 1_024;

/**
 * A value in a box that scrolls. A long one is in blocks, of which the browser lays out those in sight:
 * all the call data of a large request would keep the page from answering.
 */
export function LongValue({ value }: { readonly value: string }): JSX.Element {
  return (
    <span class="hex mono" dir="ltr" tabIndex={0}>
      {value.length <= BLOCK
        ? value
        : blocksOf(value).map((block, index) => <span key={index} class="block">{block}</span>)}
    </span>
  );
}

/** Cuts a text into blocks; no character is divided. */
export function blocksOf(text: string): readonly string[] {
  const blocks: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = from + BLOCK;
    if (/[\ud800-\udbff]/.test(text.charAt(to - 1))) to += 1;
    blocks.push(text.slice(from, to));
    from = to;
  }
  return blocks;
}
