/** Finds words in comments, error texts and titles of tests that the projects of this field do not use. @module */

/** A pattern, and the words to use instead. */
type Rule = readonly [pattern: RegExp, better: string];

/** Words of comments, error texts and titles of tests. */
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
  [/\b(?:SPEC|DESIGN|PITFALLS|STYLE)\.md\b/, "the reason itself"],
];

/** Words at the beginning of comments. */
const beginnings: readonly Rule[] = [
  [/^(?:What|Who|That|Whose|Whom)\b/, "a verb or a noun"],
];

/** Files of texts for users, written by language. */
const texts = /^(?:ui\/text\/|host\/(?:.*\/)?texts?(?:_\w+)?\.ts$|host\/(?:.*\/)?texts?\/)/;

/** Returns true if the words of a file are checked. */
export function hasCheckedWords(path: string): boolean {
  if (!/\.(?:ts|tsx|sol)$/.test(path) || texts.test(path)) return false;
  return !path.startsWith("scripts/check/");
}

/** Lists the words of a file that should be others, with their lines. */
export function wrongWords(path: string, text: string): string[] {
  const problems: string[] = [];
  for (
    const { line, words: found, begins } of [
      ...commentsOf(text),
      ...errorsOf(text),
      ...titlesOf(path, text),
    ]
  ) {
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
    yield { line, words: text.slice(from, end === -1 ? undefined : end), begins: false };
  }
}

/** Reads the titles of tests and of their steps. */
function* titlesOf(path: string, text: string): Generator<Words> {
  if (!/_test\.tsx?$|^tests\//.test(path)) return;
  const titles =
    /(?:\bDeno\.test(?:\.\w+)*|\b\w*(?:test|step|it|describe)|\.step)\(\s*(["'`])(.*?)\1/gi;
  for (const match of text.matchAll(titles)) {
    const line = text.slice(0, match.index + match[0].indexOf(match[1]!)).split("\n").length;
    yield { line, words: match[2]!, begins: false };
  }
}
