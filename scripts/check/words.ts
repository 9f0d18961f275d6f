/**
 * Finds wording in comments, error texts, titles of tests and documentation that projects of this
 * field do not use. Words of the list, and the grammar that made the text hard to read: free
 * relative clauses ("what it holds"), subjects without a noun ("Those that …"), and sentences that
 * are too long.
 *
 * @module
 */

/** A pattern, and the words to use instead. */
type Rule = readonly [pattern: RegExp, better: string];

/** Words of all checked texts. */
const words: readonly Rule[] = [
  [/\bpersons?\b/i, "user"],
  [/\bsomebody\b/i, "a user, another app, …"],
  [/\bnobody\b/i, "no one who is meant: no user, no listener, …"],
  [/\b(?:any|every)body\b/i, "anyone, all users, …"],
  [/\b(?:whoever|whom)\b/i, "a user that, a caller that, …"],
  [/\banew\b/i, "again"],
  [/\bdearer\b/i, "more expensive"],
  [/\bin vain\b/i, "without success"],
  [/\bat leisure\b/i, "at any time"],
  [/\bfor ever\b/i, "forever"],
  [/\b(?:lately|of late)\b/i, "recently"],
  [/\bunder way\b/i, "pending"],
  [/\bpages? that asks?\b/i, "dApp"],
  [/\b(?:the|our|this) kit\b|\bkit's own\b/i, "SDK"],
  [/\bstand-?ins?\b/i, "fake, replacement"],
  [/\bnasty\b/i, "edge case"],
  [/\bwhat\b(?![^.!]*\?)/i, "the noun itself"],
  [/\bwhatever\b/i, "any, the noun itself"],
  [/\bthose (?:that|who|which|of)\b/i, "the noun itself"],
  [/\b(?:told|tells?)\b/i, "reports, returns, notifies, shows"],
  [/\balso (?:if|when|where|from|in|by)\b/i, "even if, including"],
  [/\b(?:no|any) more\b(?! than\b)/i, "no longer, not … any longer"],
  [/\bof (?:its|their|your|our|his|one's) own\b/i, "its own …, a dedicated …"],
  [/\b(?:left|leaves?|leaving) out\b/i, "omitted, excluded, by default"],
  [/\bgiven (?:up|back)\b/i, "timed out, cancelled; refunded, released"],
  [/\b(?:by itself|for good|dear|hence|thus)\b/i, "automatically, permanently, expensive, so"],
  [/\bas of(?! (?:now|the|version|\d))/i, "like, from, since"],
  [/\b(?:SPEC|DESIGN|PITFALLS|STYLE)\.md\b/, "the reason itself"],
];

/** Words at the beginning of comments and of sentences in documentation. */
const beginnings: readonly Rule[] = [
  [/^(?:What|Who|That|Whose|Whom|Those|Others|Theirs|Most of it)\b(?!.*\?)/, "a verb or a noun"],
  [/^One (?:that|which|who|whose|is|may|can)\b/, "the noun itself"],
  [/^The same(?=[.,;:]|$| (?:for|as|with|in|of|when|if)\b)/, "the noun itself"],
];

/** Words in a sentence of the documentation, at most. */
const longestSentence = 35;

/** Files of texts for users, written by language. */
const texts = /^(?:ui\/text\/|host\/(?:.*\/)?texts?(?:_\w+)?\.ts$|host\/(?:.*\/)?texts?\/)/;

/** Returns true if the words of a file are checked. */
export function hasCheckedWords(path: string): boolean {
  if (!/\.(?:ts|tsx|sol|md)$/.test(path) || texts.test(path)) return false;
  // The benchmark writes it, from texts that are reworded in `bench/` first.
  return !path.startsWith("scripts/check/") && path !== "bench/RESULTS.md";
}

/** Lists the words of a file that should be others, with their lines. */
export function wrongWords(path: string, text: string): string[] {
  const problems: string[] = [];
  const documentation = path.endsWith(".md");
  const checked = documentation
    ? [...sentencesOf(text)]
    : [...commentsOf(text), ...errorsOf(text), ...titlesOf(path, text)];
  for (const { line, words: found, begins } of checked) {
    const length = found.split(/\s+/).filter((word) => /\w/.test(word)).length;
    if (documentation && length > longestSentence) {
      problems.push(`${path}:${line} has a sentence of ${length} words: "${found.slice(0, 40)}…"`);
    }
    for (const [pattern, better] of begins ? [...words, ...beginnings] : words) {
      const [word] = pattern.exec(found) ?? [];
      if (word !== undefined) problems.push(`${path}:${line} says "${word}"; better: ${better}`);
    }
  }
  return problems;
}

/** A line of text in a file. */
interface Words {
  readonly line: number;
  readonly words: string;
  /** True if a comment begins here. */
  readonly begins: boolean;
}

/** Reads the comments of a file, line by line. */
function* commentsOf(text: string): Generator<Words> {
  let block = false;
  let first = false;
  for (const [index, whole] of text.split("\n").entries()) {
    const trimmed = whole.trim();
    if (!block) {
      const [, words] = /^\/\/\/?\s*(.*)/.exec(trimmed) ?? /\s\/\/ (.*)$/.exec(whole) ?? [];
      if (words !== undefined) yield { line: index + 1, words, begins: true };
      block = first = trimmed.startsWith("/*") || trimmed.startsWith("{/*");
      if (!block) continue;
    }
    const words = trimmed.replace(/^\{?\/\*+\s*/, "").replace(/\*\/.*$/, "")
      .replace(/^\*\s?/, "");
    if (words.trim() !== "") {
      yield { line: index + 1, words, begins: first };
      first = false;
    }
    if (trimmed.includes("*/")) block = false;
  }
}

/** Reads the sentences of a Markdown file, without code, addresses, footnotes and HTML. */
function* sentencesOf(text: string): Generator<Words> {
  const blank = (part: string) => part.replaceAll(/[^\n]/g, "");
  const prose = text.replaceAll(/^```[^]*?^```/gm, blank)
    .replaceAll(/<!--[^]*?-->|<[^>]*>/g, blank)
    .replaceAll(/^## Tests$[^]*?(?=^## |$(?![^]))/gm, blank)
    .replaceAll(/^\[[^\]]+\]: .*$/gm, "")
    .replaceAll(/`[^`\n]*`/g, "code")
    .replaceAll(/\]\([^)]*\)|\]\[[^\]]*\]/g, "]");
  let line = 1;
  // A cell, an item, a heading and a paragraph end a sentence, as does a full stop.
  for (const part of prose.split(/(\n(?=\s*(?:\n|[-*#>]|\d+\.|\|))|\|)|(?<=[.!?:]["”)*]*)(?=\s)/)) {
    if (part === undefined) continue;
    const start = line + (/^\s*/.exec(part)![0].split("\n").length - 1);
    line += part.split("\n").length - 1;
    const words = part.replaceAll(/\s+/g, " ").replace(/^[\s\-*#>|\d.]+/, "").trim();
    if (words !== "") yield { line: start, words, begins: true };
  }
}

/** Reads the texts of errors: arguments of their constructors, and members of tables of errors. */
function* errorsOf(text: string): Generator<Words> {
  const calls = String.raw`\b(?:\w*Error|fail|revert|require|refuse|wrong|log|warn|error)\(`;
  const members = String.raw`\b(?:message|advice|detail|hint):\s*`;
  // The text may follow another argument, such as the field.
  const places = new RegExp(`(?:${calls}(?:\\s*["'][\\w.]+["'],)?\\s*|${members})(["'\`])`, "g");
  for (const match of text.matchAll(places)) {
    const from = match.index + match[0].length;
    const quote = match[1]!;
    const end = text.indexOf(quote, from);
    const line = text.slice(0, from).split("\n").length;
    const words = text.slice(from, end === -1 ? undefined : end).replaceAll(/\$\{[^}]*\}/g, "…");
    yield { line, words, begins: false };
  }
}

/** Reads the titles of tests and of their steps. */
function* titlesOf(path: string, text: string): Generator<Words> {
  if (!/_test\.tsx?$|^tests\//.test(path)) return;
  const titles =
    /(?:\bDeno\.test(?:\.\w+)*|\b\w*(?:test|step|it|describe)|\.step)\(\s*(["'`])(.*?)\1/gi;
  for (const match of text.matchAll(titles)) {
    const line = text.slice(0, match.index + match[0].indexOf(match[1]!)).split("\n").length;
    yield { line, words: match[2]!.replaceAll(/\$\{[^}]*\}/g, "…"), begins: false };
  }
}
