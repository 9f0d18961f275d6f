/** A source file, its syntax tree and its edits. Text outside of the edits stays unchanged. @module */
import { parse, type ParserPlugin } from "@babel/parser";
import type { File, Node } from "@babel/types";

export type { Node };

/** Replacement of a range of the text. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A parsed file. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly program: File["program"];
  readonly edits: Edit[];
  /** Line break of the file. */
  readonly eol: string;
  /** API key to write. Default: a placeholder with a `TODO`. */
  readonly apiKey: string | undefined;
}

/** Range of a node; positions exist in every tree that the parser returns. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Start of every comment that the codemod writes. */
export const MARK = "TODO(acct):";

/**
 * Parses a file.
 *
 * @throws {SyntaxError} if the parser does not support its syntax
 */
export function readSource(path: string, text: string, apiKey?: string): Source {
  const plugins: ParserPlugin[] = ["decorators", "explicitResourceManagement"];
  if (/\.[cm]?ts$/.test(path)) plugins.push("typescript");
  else if (path.endsWith(".tsx")) plugins.push("typescript", "jsx");
  else plugins.push("jsx");
  const { program } = parse(text, {
    sourceType: "unambiguous",
    attachComment: false,
    allowReturnOutsideFunction: true,
    errorRecovery: true,
    plugins,
  });
  return { path, text, program, edits: [], eol: text.includes("\r\n") ? "\r\n" : "\n", apiKey };
}

/** Returns the range of a node. */
export function rangeOf(node: Node): Range {
  return { start: node.start ?? 0, end: node.end ?? 0 };
}

/** Returns the text of a node. */
export function textOf(source: Source, node: Node): string {
  const { start, end } = rangeOf(node);
  return source.text.slice(start, end);
}

/** Records a replacement. An edit within the range of another is dropped. */
export function replace(source: Source, { start, end }: Range, text: string): void {
  source.edits.push({ start, end, text });
}

/** Returns true if a recorded edit replaces the complete node. */
export function isReplaced(source: Source, node: Node): boolean {
  const { start, end } = rangeOf(node);
  return source.edits.some((edit) => edit.start <= start && end <= edit.end);
}

/** Returns the text with all edits. */
export function applyEdits({ text, edits }: Source): string {
  let result = "";
  let position = 0;
  const sorted = edits.map((edit, index) => ({ ...edit, index }))
    .sort((a, b) => a.start - b.start || length(a) - length(b) || a.index - b.index);
  for (const [index, edit] of sorted.entries()) {
    const isCovered = edit.start < position ||
      sorted.some((other, at) =>
        at !== index && length(edit) < length(other) && length(edit) > 0 &&
        other.start <= edit.start && edit.end <= other.end
      );
    if (isCovered) continue;
    result += text.slice(position, edit.start) + edit.text;
    position = edit.end;
  }
  return result + text.slice(position);
}

function length({ start, end }: Range): number {
  return end - start;
}

/** Yields all nodes below a node, each with its parents, the nearest first. */
export function* walk(
  node: Node,
  parents: readonly Node[] = [],
): Generator<{ readonly node: Node; readonly parents: readonly Node[] }> {
  yield { node, parents };
  const inner = [node, ...parents];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* walk(child, inner);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** Returns the indentation of the line at a position. */
export function indentAt({ text }: Pick<Source, "text">, position: number): string {
  const line = text.slice(text.lastIndexOf("\n", position - 1) + 1);
  return /^[ \t]*/.exec(line)![0];
}

/** Returns a block comment with a task, and the code that it replaces. */
export function todo(advice: string, was?: string): string {
  const old = was === undefined ? "" : ` Was: ${was.replaceAll("*/", "*\\/")}`;
  return `/* ${MARK} ${advice}${old} */`;
}

/** Writes a comment above a node, unless an earlier run did. */
export function commentAbove(source: Source, node: Node, advice: string): void {
  const { start } = rangeOf(node);
  const line = `// ${MARK} ${advice}`;
  const before = source.text.slice(0, start).split("\n").slice(0, -1);
  const first = before.findLastIndex((text) => !text.trim().startsWith("//")) + 1;
  if (before.slice(first).some((text) => text.trim() === line)) return;
  replace(source, { start, end: start }, `${line}${source.eol}${indentAt(source, start)}`);
}
