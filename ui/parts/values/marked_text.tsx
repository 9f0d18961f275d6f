/** External text, with invisible characters marked. @module */
import type { JSX } from "preact";
import { hasHidden } from "@sdk/core/dialog";
import { useDialogContext } from "../hooks/context.ts";

const joiners = new Set(["\u200d", "\ufe0f"]);

/** Maximum number of separate marks; in the rest of the text they are written out. */
const MAX_MARKS = 500;

/** Part of a text: visible, or one invisible character. */
export interface Piece {
  /** The characters. */
  readonly text: string;
  /** Code point of an invisible character. */
  readonly code?: string;
  /** Text with its invisible characters written out, for display. */
  readonly written?: string;
}

/** Splits a text at invisible characters; joiners within emoji are not split. */
export function splitInvisible(text: string): Piece[] {
  if (text === "") return [];
  if (!hasHidden(text)) return [{ text }];
  const pieces: Piece[] = [];
  let plain = "";
  let marks = 0;
  let before = "";
  let at = 0;
  for (const character of text) {
    const visible = isVisible(character, before);
    if (!visible && marks === MAX_MARKS) {
      if (plain !== "") pieces.push({ text: plain });
      const rest = text.slice(at);
      return [...pieces, { text: rest, written: writeOut(rest, before) }];
    }
    at += character.length;
    if (visible) plain += character;
    else {
      if (plain !== "") pieces.push({ text: plain });
      plain = "";
      marks++;
      pieces.push({ text: character, code: codeOf(character) });
    }
    before = character;
  }
  if (plain !== "") pieces.push({ text: plain });
  return pieces;
}

/** Returns whether a character is shown as is, such as a joiner within an emoji. */
function isVisible(character: string, before: string): boolean {
  return character === "\n" || character === "\t" || !hasHidden(character) ||
    (joiners.has(character) && /\p{Extended_Pictographic}|\ufe0f/u.test(before));
}

function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Writes invisible characters out, with the length of a run of equal ones. */
function writeOut(text: string, last: string): string {
  let written = "";
  let before = last;
  let run = { character: "", count: 0 };
  const end = () => {
    if (run.count > 0) {
      written += `[${codeOf(run.character)}${run.count > 1 ? ` × ${run.count}` : ""}]`;
    }
    run = { character: "", count: 0 };
  };
  for (const character of text) {
    if (isVisible(character, before)) {
      end();
      written += character;
    } else {
      if (character !== run.character) end();
      run = { character, count: run.count + 1 };
    }
    before = character;
  }
  end();
  return written;
}

/** Replaces invisible characters of a name with their code points. */
export function markName(name: string): string {
  return splitInvisible(name.replace(/[\n\t]/g, "\u240a")).map(({ text, code, written }) =>
    code === undefined ? written ?? text : `[${code}]`
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
          ? piece.written ?? piece.text
          : <span key={index} class="mark" title={text.hiddenMark(piece.code)}>{piece.code}</span>
      )}
    </>
  );
}
