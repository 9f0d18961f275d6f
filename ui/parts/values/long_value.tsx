/** Shows bytes and other values of any length. @module */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { MarkedText } from "./marked_text.tsx";
import { useGrowing } from "../hooks/use_growing.ts";

/** Number of characters in one layout block. */
const BLOCK = 1_000;
/** Blocks rendered in one step: the box shows fewer. */
const PART = 8;

/**
 * A value in a scrolling box. A long one is split into blocks, of which the browser lays out only
 * the visible ones: laying out all the call data of a large request would block the page.
 */
export function LongValue({ value }: { readonly value: string }): JSX.Element {
  const blocks = useMemo(() => blocksOf(value), [value]);
  const rendered = useGrowing(blocks.length, PART);
  return (
    <span class="hex mono" dir="ltr" tabIndex={0}>
      {blocks.length <= 1
        ? <MarkedText text={value} />
        : blocks.slice(0, rendered).map((block, index) => (
          <span key={index} class="block">
            <MarkedText text={block} />
          </span>
        ))}
    </span>
  );
}

/**
 * A grapheme: a character with its marks, skin tone, the second half of a flag, and joined
 * characters. It stops at a maximum length, for any number of marks.
 */
const letter =
  /(?:[\u200d\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d].|.)(?:[\u200d\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d].|[\p{M}\p{RI}\p{Emoji_Modifier}]){0,32}/suy;

/** Splits a text into blocks without dividing a letter. */
export function blocksOf(text: string): readonly string[] {
  const blocks: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = from + BLOCK;
    // Its last letter may continue.
    letter.lastIndex = to - 1;
    if (letter.test(text)) to = letter.lastIndex;
    blocks.push(text.slice(from, to));
    from = to;
  }
  return blocks;
}
