/** Text from outside, with invisible characters marked. @module */
import type { JSX } from "preact";
import { hasHidden } from "@sdk/core/dialog";
import { useDialogContext } from "./context.ts";

const joiners = new Set(["\u200d", "\ufe0f"]);

/** Maximum number of marked characters; the rest of the text stays as it is. */
const MAX_MARKS = 500;

/** Piece of a text: visible, or one invisible character. */
export interface Piece {
  /** The characters. */
  readonly text: string;
  /** Code point of an invisible character. */
  readonly code?: string;
}

/** Splits a text at invisible characters; joiners within emoji are left alone. */
export function splitInvisible(text: string): Piece[] {
  if (text === "") return [];
  if (!hasHidden(text)) return [{ text }];
  const pieces: Piece[] = [];
  let plain = "";
  let marks = 0;
  let before = "";
  for (const character of text) {
    const visible = character === "\n" || character === "\t" || !hasHidden(character) ||
      marks >= MAX_MARKS ||
      (joiners.has(character) && /\p{Extended_Pictographic}|\ufe0f/u.test(before));
    if (visible) plain += character;
    else {
      if (plain !== "") pieces.push({ text: plain });
      plain = "";
      marks++;
      const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
      pieces.push({ text: character, code: `U+${code}` });
    }
    before = character;
  }
  if (plain !== "") pieces.push({ text: plain });
  return pieces;
}

/** Replaces invisible characters of a name by their code points. */
export function markName(name: string): string {
  return splitInvisible(name.replace(/[\n\t]/g, "\u240a")).map(({ text, code }) =>
    code === undefined ? text : `[${code}]`
  )
    .join("");
}

/** Text with its marks. */
export function MarkedText(props: { text: string }): JSX.Element {
  const { text } = useDialogContext();
  return (
    <>
      {splitInvisible(props.text).map((piece, index) =>
        piece.code === undefined
          ? piece.text
          : <span key={index} class="mark" title={text.hiddenMark(piece.code)}>{piece.code}</span>
      )}
    </>
  );
}
