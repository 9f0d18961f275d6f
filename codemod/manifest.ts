/** Edits the dependencies in `package.json`, and keeps its formatting. @module */
import { parseExpression } from "@babel/parser";
import type { ObjectExpression } from "@babel/types";
import { indentAt, type Node, rangeOf } from "./source.ts";
import { keyOf, objectIn } from "./options.ts";

/** Ranges of the packages that an app may need now. */
export const ranges: Readonly<Record<string, string>> = {
  "@sdk/connector": "^0.1.0",
  "@sdk/core": "^0.1.0",
  "@tanstack/react-query": "^5.90.0",
  viem: "^2.50.0",
  wagmi: "^3.7.0",
};

/** Packages that a package needs in the app. */
const peers: Readonly<Record<string, readonly string[]>> = {
  "@sdk/connector": ["wagmi", "viem", "@tanstack/react-query"],
  "@sdk/core": ["viem"],
};

const sections = ["dependencies", "devDependencies", "peerDependencies"];

/**
 * Removes packages and adds packages with their peers. Returns the text unchanged if nothing is
 * missing.
 *
 * @throws {SyntaxError} if the file is not JSON
 */
export function editManifest(
  text: string,
  removed: readonly string[],
  added: readonly string[],
): string {
  const root = parseExpression(text);
  const entries = sections.flatMap((section) => entriesOf(objectIn(root), section));
  const present = new Set(entries.map(({ name }) => name));
  const wanted = new Set(added.flatMap((name) => [name, ...peers[name] ?? []]));
  const missing = [...wanted].filter((name) => !present.has(name))
    .map((name) => `"${name}": "${ranges[name]}"`);
  const obsolete = entries.filter(({ name }) => removed.includes(name));
  let result = text;
  const [first] = obsolete;
  const anchor = first ?? entries.find(({ section }) => section === "dependencies");
  for (const entry of obsolete.toReversed()) {
    if (entry === first && missing.length > 0) continue;
    result = cut(result, entry.node);
  }
  if (missing.length === 0) return result;
  if (anchor === undefined) return addSection(result, objectIn(root), missing);
  const { start, end } = rangeOf(anchor.node);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const isMultiline = text.lastIndexOf("\n", start) > text.lastIndexOf("{", start);
  const separator = isMultiline ? `,${eol}${indentAt({ text }, start)}` : ", ";
  const lines = missing.join(separator);
  // The new lines replace the first obsolete one, or come before the first dependency.
  return first !== undefined
    ? result.slice(0, start) + lines + result.slice(end)
    : result.slice(0, start) + lines + separator + result.slice(start);
}

/** Lists the entries of a section. */
function entriesOf(root: ObjectExpression | undefined, section: string) {
  const found = root?.properties.find((entry) =>
    entry.type === "ObjectProperty" && keyOf(entry.key) === section
  );
  const value = found?.type === "ObjectProperty" ? objectIn(found.value) : undefined;
  return (value?.properties ?? []).flatMap((node) =>
    node.type === "ObjectProperty" ? [{ section, name: keyOf(node.key), node }] : []
  );
}

/** Removes a property with one comma and the line break before it. */
function cut(text: string, node: Node): string {
  const { start, end } = rangeOf(node);
  const after = /^\s*,/.exec(text.slice(end))?.[0];
  const before = /,?\s*$/.exec(text.slice(0, start))![0];
  if (after !== undefined) {
    const space = before.startsWith(",") ? before.slice(1) : before;
    return text.slice(0, start - space.length) + text.slice(end + after.length);
  }
  return text.slice(0, start - before.length) + text.slice(end);
}

function addSection(text: string, root: ObjectExpression | undefined, lines: readonly string[]) {
  const [first] = root?.properties ?? [];
  if (first === undefined) return text;
  const { start } = rangeOf(first);
  const section = `"dependencies": {\n    ${lines.join(",\n    ")}\n  },\n  `;
  return text.slice(0, start) + section + text.slice(start);
}
