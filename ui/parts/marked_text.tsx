/** Text of others, with what cannot be seen made visible. @module */
import type { JSX } from "preact";
import { useSurroundings } from "./context.ts";

/** Control, format (zero width, bidirectional) and separator characters, but no line breaks. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u;
const joiners = new Set(["\u200d", "\ufe0f"]);

/** Characters that are marked at most; the rest of the text stands as it is. */
const mostMarks = 500;

/** A piece of a text: plain, or one character that cannot be seen. */
export interface Piece {
  /** The characters. */
  readonly text: string;
  /** The code point, where it has to be marked. */
  readonly code?: string;
}

/** Splits a text at what cannot be seen. Joiners between emoji are no disguise. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let plain = "";
  let marks = 0;
  let before = "";
  for (const character of text) {
    const visible = character === "\n" || character === "\t" || !invisible.test(character) ||
      marks >= mostMarks ||
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

/** The text with its marks. */
export function MarkedText(props: { text: string }): JSX.Element {
  const { text } = useSurroundings();
  return (
    <>
      {piecesOf(props.text).map((piece, index) =>
        piece.code === undefined
          ? piece.text
          : <span key={index} class="mark" title={text.hiddenMark(piece.code)}>{piece.code}</span>
      )}
    </>
  );
}
