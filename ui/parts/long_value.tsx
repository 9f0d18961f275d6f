/** Shows bytes and other values of any length. @module */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { MarkedText } from "./marked_text.tsx";
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
 * A character with what belongs to it: its marks, the tone of a skin, the second half of a flag, and what
 * joiners join. At some length it ends, however many marks follow.
 */
const letter =
  /(?:[\u200d\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d].|.)(?:[\u200d\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d].|[\p{M}\p{RI}\p{Emoji_Modifier}]){0,32}/suy;

/** Cuts a text into blocks; no letter is divided. */
export function blocksOf(text: string): readonly string[] {
  const blocks: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = from + BLOCK;
    // Its last letter may go on.
    letter.lastIndex = to - 1;
    if (letter.test(text)) to = letter.lastIndex;
    blocks.push(text.slice(from, to));
    from = to;
  }
  return blocks;
}
