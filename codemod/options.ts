/** Rewrites the options of a wallet's factory. @module */
import type { ObjectExpression } from "@babel/types";
import type { OptionRule, Options } from "./peer.ts";
import {
  indentAt,
  isReplaced,
  MARK,
  type Node,
  type Range,
  rangeOf,
  replace,
  type Source,
  textOf,
  todo,
  walk,
} from "./source.ts";

const KEY_ADVICE = "your API key";

/** Returns the property of the API key, and its comment. */
export function apiKeyIn(source: Source): { readonly property: string; readonly advice: string } {
  const { apiKey, text } = source;
  const quote = text.split("'").length > text.split('"').length ? "'" : '"';
  return {
    property: `apiKey: ${quote}${apiKey ?? "pk_live_…"}${quote}`,
    advice: apiKey === undefined ? KEY_ADVICE : "",
  };
}

/** Returns the API key as a property with a block comment, for options on one line. */
export function inlineApiKey(source: Source): string {
  const { property, advice } = apiKeyIn(source);
  return advice === "" ? property : `${property} ${todo(advice)}`;
}

/** Rewrites the options of a call. */
export function rewriteOptions(source: Source, args: readonly Node[], end: number, table: Options) {
  const [first] = args;
  if (first === undefined) {
    // `end` is the position after the closing parenthesis.
    replace(source, { start: end - 1, end: end - 1 }, `{ ${inlineApiKey(source)} }`);
    return;
  }
  const options = first.type === "Identifier" ? constantOf(source, first.name) : objectIn(first);
  if (options !== undefined) return rewriteObject(source, options, table);
  const { start } = rangeOf(first);
  replace(source, { start, end: start }, `{ ${inlineApiKey(source)}, ...(`);
  const advice = "check these options against docs/options.md";
  replace(source, { start: rangeOf(first).end, end: rangeOf(first).end }, `) ${todo(advice)} }`);
}

/** Returns the object of an expression, without type assertions. */
export function objectIn(node: Node | null | undefined): ObjectExpression | undefined {
  if (node?.type === "ObjectExpression") return node;
  const isAssertion = node?.type === "TSAsExpression" || node?.type === "TSSatisfiesExpression";
  return isAssertion ? objectIn(node.expression) : undefined;
}

/** Finds the object that a variable of the file is initialized with. */
function constantOf(source: Source, name: string): ObjectExpression | undefined {
  const found = [];
  for (const { node } of walk(source.program)) {
    if (node.type !== "VariableDeclarator" || node.id.type !== "Identifier") continue;
    if (node.id.name === name) found.push(node.init);
  }
  return found.length === 1 ? objectIn(found[0]) : undefined;
}

function rewriteObject(source: Source, options: ObjectExpression, table: Options): void {
  const start = rangeOf(options).start + 1;
  // Two calls may share one object.
  if (source.edits.some((edit) => edit.start === start && edit.text.includes("apiKey:"))) return;
  const [first] = options.properties;
  const { property, advice } = apiKeyIn(source);
  const isMultiline = first !== undefined &&
    source.text.slice(start, rangeOf(first).start).includes("\n");
  if (isMultiline) {
    const indent = indentAt(source, rangeOf(first).start);
    const comment = advice === "" ? "" : ` // ${MARK} ${advice}`;
    replace(source, { start, end: start }, `${source.eol}${indent}${property},${comment}`);
  } else {
    const comma = first === undefined ? " " : ",";
    replace(source, { start, end: start }, ` ${inlineApiKey(source)}${comma}`);
  }
  for (const entry of options.properties) {
    if (entry.type === "SpreadElement") {
      const { end } = rangeOf(entry);
      replace(
        source,
        { start: end, end },
        ` ${todo("check these options against docs/options.md")}`,
      );
      continue;
    }
    const key = keyOf(entry.key);
    const rule = Object.hasOwn(table, key) ? table[key]! : {
      todo: `${key} has no counterpart, see docs/options.md.`,
    };
    const value = entry.type === "ObjectProperty" ? entry.value : entry;
    rewriteOption(source, entry, value, rule);
  }
}

/** Returns the name of a property. */
export function keyOf(key: Node): string {
  if (key.type === "Identifier") return key.name;
  return key.type === "StringLiteral" ? key.value : "";
}

function rewriteOption(source: Source, entry: Node, value: Node, rule: OptionRule): void {
  if (rule === "same" || isReplaced(source, entry)) return;
  const converted = "convert" in rule ? rule.convert(value, source) : undefined;
  if (converted !== undefined && converted !== "") {
    return replace(source, rangeOf(entry), converted);
  }
  const range = withComma(source, entry);
  if (converted === undefined) replace(source, range, todo(rule.todo, textOf(source, entry)));
  else replace(source, wholeLines(source, range), "");
}

/** Returns the range of a property and the comma after it. */
function withComma({ text }: Source, entry: Node): Range {
  const { start, end } = rangeOf(entry);
  const comma = /^\s*,/.exec(text.slice(end))?.[0] ?? "";
  return { start, end: end + comma.length };
}

/** Extends a range to complete lines if it is alone on them. */
export function wholeLines({ text }: Source, { start, end }: Range): Range {
  const before = text.lastIndexOf("\n", start - 1) + 1;
  const after = /^[ \t]*\r?\n/.exec(text.slice(end))?.[0].length;
  const isAlone = after !== undefined && text.slice(before, start).trim() === "";
  if (isAlone) return { start: before, end: end + after };
  return { start, end: end + /^[ \t]*/.exec(text.slice(end))![0].length };
}

/** Converts chains to the first of them: `chains: [base]` is `defaultChainId: base.id`. */
export function firstChain(value: Node, source: Source): string | undefined {
  const [first] = value.type === "ArrayExpression" ? value.elements : [];
  if (first?.type === "NumericLiteral") return `defaultChainId: ${textOf(source, first)}`;
  const isName = first?.type === "Identifier" || first?.type === "MemberExpression";
  return isName ? `defaultChainId: ${textOf(source, first)}.id` : undefined;
}

/** Converts `{ 8453: url }` to `{ 8453: { url } }`. */
export function paymasters(value: Node, source: Source): string | undefined {
  const options = objectIn(value);
  if (options === undefined) return undefined;
  let text = textOf(source, value);
  for (const entry of options.properties.toReversed()) {
    if (entry.type !== "ObjectProperty" || entry.shorthand) return undefined;
    const { start, end } = rangeOf(entry.value);
    const offset = rangeOf(value).start;
    text = `${text.slice(0, start - offset)}{ url: ${text.slice(start - offset, end - offset)} }` +
      text.slice(end - offset);
  }
  return `paymasters: ${text}`;
}
