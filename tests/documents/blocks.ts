/** Reads the fenced blocks of the documents that users read. @module */
import { allFiles, readText } from "../../scripts/check/files.ts";
import { slugOf } from "../../scripts/docs/links.ts";

/** A fenced block. */
export interface Block {
  /** Name: path, section, and position in the section after the first, as `README.md#install 2`. */
  readonly name: string;
  /** Path of the document and the line of its fence, from 1. */
  readonly place: string;
  /** The language, without further words. */
  readonly language: string;
  /** Text of the block. */
  readonly text: string;
}

/** All blocks of the README and of the documents in `docs/` and `docs/self-hosting/`, in order. */
export async function readBlocks(): Promise<Block[]> {
  const paths = (await allFiles()).filter((path) =>
    /^(README|docs\/(self-hosting\/)?[\w-]+)\.md$/.test(path)
  );
  const found: Block[] = [];
  for (const path of paths.sort()) found.push(...blocksOf(path, await readText(path) ?? ""));
  return found;
}

/** The blocks of one document. */
export function* blocksOf(path: string, text: string): Generator<Block> {
  let section = "";
  let places = 0;
  const parts = /^( *)```(\S*)[^\n]*\n([\s\S]*?)^\1```$|^#{1,6} (.+)$/gm;
  for (const match of text.matchAll(parts)) {
    const [, indent, language, code, title] = match;
    if (title !== undefined) {
      section = slugOf(title);
      places = 0;
      continue;
    }
    places++;
    yield {
      name: `${path}#${section}${places === 1 ? "" : ` ${places}`}`,
      place: `${path}:${text.slice(0, match.index).split("\n").length}`,
      language: language!,
      text: code!.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    };
  }
}
