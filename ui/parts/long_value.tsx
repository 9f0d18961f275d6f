/** Shows bytes and other values of any length. @module */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { useGrowing } from "./use_growing.ts";

/** Characters that are laid out together. */
const BLOCK = 1_000;
/** Blocks rendered at once: the box shows fewer. */
const PART = 8;

/**
 * A value in a box that scrolls. A long one is in blocks, of which the browser lays out those in sight:
 * all the call data of a large request would keep the page from answering.
 */
export function LongValue({ value }: { readonly value: string }): JSX.Element {
  const blocks = useMemo(() => blocksOf(value), [value]);
  const rendered = useGrowing(blocks.length, PART);
  return (
    <span class="hex mono" dir="ltr" tabIndex={0}>
      {blocks.length <= 1
        ? value
        : blocks.slice(0, rendered).map((block, index) => (
          <span key={index} class="block">{block}</span>
        ))}
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
