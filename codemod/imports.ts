/** Edits the imports of a file. @module */
import type { ImportDeclaration } from "@babel/types";
import { referencesTo } from "./names.ts";
import { wholeLines } from "./options.ts";
import type { Import } from "./peer.ts";
import { isReplaced, rangeOf, replace, type Source, textOf } from "./source.ts";

type Specifier = ImportDeclaration["specifiers"][number];

/** Returns the imports of a file. */
export function importsOf(source: Source): ImportDeclaration[] {
  return source.program.body.filter((node) => node.type === "ImportDeclaration");
}

/** Returns the exported name of a specifier: `default`, `*`, or the name. */
export function importedName(specifier: Specifier): string {
  if (specifier.type === "ImportDefaultSpecifier") return "default";
  if (specifier.type === "ImportNamespaceSpecifier") return "*";
  const { imported } = specifier;
  return imported.type === "Identifier" ? imported.name : imported.value;
}

/** Returns true if a specifier imports a type. */
export function isType(declaration: ImportDeclaration, specifier: Specifier): boolean {
  return declaration.importKind === "type" ||
    specifier.type === "ImportSpecifier" && specifier.importKind === "type";
}

/** Returns true if no reference is left outside of the replaced code. */
export function isUnused(source: Source, name: string): boolean {
  return referencesTo(source, name).every(({ node }) => isReplaced(source, node));
}

/** Removes the specifiers and adds the imports, where the first changed import is. */
export function editImports(
  source: Source,
  removed: ReadonlySet<Specifier>,
  added: readonly Import[],
): void {
  const all = importsOf(source);
  const changed = all.filter(({ specifiers }) => specifiers.some((each) => removed.has(each)));
  const lines = newLines(source, all, changed[0], added);
  // The new imports replace the first import that disappears, or come before the first that stays.
  const place = changed.find(({ specifiers }) => specifiers.every((each) => removed.has(each)));
  for (const declaration of changed) {
    const kept = declaration.specifiers.filter((each) => !removed.has(each));
    if (declaration === place && lines.length > 0) {
      replace(source, rangeOf(declaration), lines.join(source.eol));
    } else if (kept.length === 0) {
      replace(source, wholeLines(source, rangeOf(declaration)), "");
    } else removeSpecifiers(source, declaration, removed);
  }
  if (place !== undefined || lines.length === 0) return;
  const target = changed[0] ?? all.at(-1);
  const at = target === undefined ? 0 : rangeOf(target)[changed[0] ? "start" : "end"];
  const text = lines.join(source.eol);
  const isBefore = target === undefined || changed[0] !== undefined;
  replace(source, { start: at, end: at }, isBefore ? text + source.eol : source.eol + text);
}

/** Merges the imports into present ones, and returns the lines of the remaining imports. */
function newLines(
  source: Source,
  all: readonly ImportDeclaration[],
  style: ImportDeclaration | undefined,
  added: readonly Import[],
): string[] {
  const groups = new Map<string, string[]>();
  for (const { name, from, alias, isType } of added) {
    const text = `${isType ? "type " : ""}${name}${alias === undefined ? "" : ` as ${alias}`}`;
    const group = groups.get(from) ?? [];
    if (!group.includes(text)) group.push(text);
    groups.set(from, group);
  }
  const example = style ?? all[0];
  const sample = example === undefined ? `"";` : textOf(source, example);
  const quote = sample.includes("'") ? "'" : '"';
  const end = semicolonOf(source);
  const lines: string[] = [];
  for (const [from, names] of groups) {
    const present = all.find((declaration) =>
      declaration.source.value === from && declaration.importKind !== "type" &&
      declaration.specifiers.at(-1)?.type === "ImportSpecifier"
    );
    const known = present?.specifiers.map((each) => textOf(source, each)) ?? [];
    const missing = names.filter((name) => !known.includes(name));
    if (missing.length === 0) continue;
    const last = present?.specifiers.at(-1);
    if (last) {
      const at = rangeOf(last).end;
      replace(source, { start: at, end: at }, `, ${missing.join(", ")}`);
    } else lines.push(`import { ${missing.join(", ")} } from ${quote}${from}${quote}${end}`);
  }
  return lines;
}

/** Returns a semicolon if the file uses them. */
export function semicolonOf(source: Source): string {
  const [first] = importsOf(source);
  return first === undefined || textOf(source, first).endsWith(";") ? ";" : "";
}

/** Removes some specifiers of an import, and keeps the text of the remaining specifiers. */
function removeSpecifiers(
  source: Source,
  { specifiers }: ImportDeclaration,
  removed: ReadonlySet<Specifier>,
): void {
  const named = specifiers.filter(({ type }) => type === "ImportSpecifier");
  const lastKept = named.findLastIndex((each) => !removed.has(each));
  for (const [index, specifier] of named.entries()) {
    if (!removed.has(specifier)) continue;
    const { start, end } = rangeOf(specifier);
    const next = named[index + 1];
    if (index < lastKept && next) replace(source, { start, end: rangeOf(next).start }, "");
    else if (lastKept >= 0) replace(source, { start: rangeOf(named[index - 1]!).end, end }, "");
  }
  const [first] = specifiers;
  if (first === undefined) return;
  // `import a, { b }`: the braces must be removed with the last name, and the comma with `a`.
  const next = specifiers[1];
  const isDefault = first.type === "ImportDefaultSpecifier";
  if (isDefault && removed.has(first) && next) {
    const open = next.type === "ImportSpecifier"
      ? source.text.lastIndexOf("{", rangeOf(next).start)
      : rangeOf(next).start;
    replace(source, { start: rangeOf(first).start, end: open }, "");
  } else if (isDefault && named.length > 0 && lastKept < 0) {
    const close = source.text.indexOf("}", rangeOf(named.at(-1)!).end) + 1;
    replace(source, { start: rangeOf(first).end, end: close }, "");
  }
}
