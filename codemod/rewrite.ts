/** Rewrites a file: imports, calls, options. @module */
import type { ImportDeclaration } from "@babel/types";
import { editImports, importedName, importsOf, isType, isUnused } from "./imports.ts";
import { isRenamable, isTaken, namesIn, type Reference, referencesTo } from "./names.ts";
import { rewriteOptions } from "./options.ts";
import type { Import, NameRule, Peer, Project, Renamed } from "./peer.ts";
import {
  applyEdits,
  commentAbove,
  MARK,
  type Node,
  rangeOf,
  readSource,
  replace,
  type Source,
  textOf,
  todo,
  walk,
} from "./source.ts";

type Specifier = ImportDeclaration["specifiers"][number];

/** An import that stays until a developer replaces it. */
interface Task {
  readonly specifier: Specifier;
  readonly node: Node;
  readonly advice: string;
}

/** A place that a developer must check. */
export interface Note {
  readonly line: number;
  readonly text: string;
}

/** Result for a file. */
export interface Rewritten {
  readonly text: string;
  readonly notes: readonly Note[];
  /** Packages that the file imports now. */
  readonly imported: ReadonlySet<string>;
}

/** Parameters of {@linkcode rewrite}. */
export interface RewriteParameters {
  readonly path: string;
  readonly text: string;
  readonly peer: Peer;
  readonly project: Project;
  readonly apiKey?: string | undefined;
}

/** Rewrites the text of a file. */
export function rewrite({ path, text, peer, project, apiKey }: RewriteParameters): Rewritten {
  const source = readSource(path, text, apiKey);
  const added: Import[] = [...peer.edit?.(source, project) ?? []];
  const removed = new Set<Specifier>();
  const manual: Task[] = [];
  for (const declaration of importsOf(source)) {
    const rule = ruleOf(peer, declaration.source.value);
    for (const specifier of rule === undefined ? [] : declaration.specifiers) {
      const name = importedName(specifier);
      const entry = Object.hasOwn(rule!.names, name) ? rule!.names[name] : undefined;
      if (entry !== undefined && "from" in entry) {
        const use = rename(source, specifier.local.name, entry, peer);
        if (use !== undefined) {
          added.push(isType(declaration, specifier) ? { ...use, isType: true } : use);
          removed.add(specifier);
          continue;
        }
      }
      const advice = adviceOn(name, entry, rule!.others);
      if (advice !== undefined) manual.push({ specifier, node: declaration, advice });
    }
  }
  for (const { specifier } of manual) {
    if (isUnused(source, specifier.local.name)) removed.add(specifier);
  }
  replaceIds(source, peer);
  if (removed.size + added.length > 0) editImports(source, removed, added);
  // After the new imports, so that each comment is next to its import.
  for (const { specifier, node, advice } of manual) {
    if (!removed.has(specifier)) commentAbove(source, node, advice);
  }
  return finish(source, peer);
}

function adviceOn(name: string, rule: NameRule | undefined, others = ""): string | undefined {
  if (rule === undefined) return others === "" ? undefined : others.replaceAll("NAME", name);
  if ("todo" in rule) return `${name}: ${rule.todo}`;
  return `replace ${name} with ${rule.name} of ${rule.from}, see docs/migration.md.`;
}

/** Returns the rule of a module, or of its package for other modules of it. */
function ruleOf(peer: Peer, module: string) {
  if (Object.hasOwn(peer.modules, module)) return peer.modules[module];
  const parent = peer.packages.find((name) => module.startsWith(`${name}/`));
  return parent === undefined ? undefined : { names: {}, others: internal };
}

const internal = "NAME is part of the other SDK. Remove it, or see docs/migration.md.";

/** Renames the uses of an import. Returns the import, or `undefined` if a developer must do it. */
function rename(source: Source, local: string, rule: Renamed, peer: Peer): Import | undefined {
  const uses = referencesTo(source, local);
  const { name, from } = rule;
  const options = rule.options === undefined ? undefined : peer[rule.options];
  if (rule.options === "provider") {
    return renameFactory(source, local, rule, uses, peer) ? { name, from } : undefined;
  }
  const { members } = rule;
  if (members !== undefined && !renameMembers(source, uses, members)) return undefined;
  const isFree = local === name || isRenamable(source, local) && !isTaken(source, name);
  for (const { node, parents: [parent] } of uses) {
    if (isFree && local !== name) replace(source, rangeOf(node), name);
    if (options !== undefined && parent?.type === "CallExpression" && parent.callee === node) {
      rewriteOptions(source, parent.arguments, rangeOf(parent).end, options);
    }
  }
  return isFree ? { name, from } : { name, from, alias: local };
}

/** Renames the members of a namespace. Returns `false` if one is unknown. */
function renameMembers(
  source: Source,
  uses: readonly Reference[],
  members: Readonly<Record<string, string>>,
): boolean {
  const properties = uses.map(({ node, parents: [parent] }) => {
    const isMember = parent?.type === "MemberExpression" && parent.object === node;
    return isMember && parent.property.type === "Identifier" ? parent.property : undefined;
  });
  if (properties.some((node) => !node || !Object.hasOwn(members, node.name))) return false;
  for (const node of properties) {
    const name = members[node!.name]!;
    if (name !== node!.name) replace(source, rangeOf(node!), name);
  }
  return true;
}

/** Replaces the calls of a function that creates the provider. */
function renameFactory(
  source: Source,
  local: string,
  { name, member }: Renamed,
  uses: readonly Reference[],
  peer: Peer,
): boolean {
  if (!isRenamable(source, local) || isTaken(source, name)) return false;
  const created = `${name}.create`;
  const places = uses.map(({ node, parents }) => {
    const [parent, outer] = parents;
    if (member === undefined) return { target: node, call: parent };
    const isMember = parent?.type === "MemberExpression" && parent.object === node &&
      parent.property.type === "Identifier" && parent.property.name === member;
    return isMember ? { target: parent, call: outer } : undefined;
  });
  if (places.some((place) => place === undefined)) return false;
  for (const place of places) {
    const { target, call } = place!;
    replace(source, rangeOf(target), created);
    const isCall = call?.type === "CallExpression" && call.callee === target;
    if (isCall || call?.type === "NewExpression" && call.callee === target) {
      if (!isCall) replace(source, { start: rangeOf(call).start, end: rangeOf(target).start }, "");
      rewriteOptions(source, call.arguments, rangeOf(call).end, peer.provider);
    }
  }
  replaceGetters(source, places.map((place) => place!.target));
  return true;
}

/** Replaces `sdk.getProvider()` and `sdk.makeWeb3Provider()` with `sdk.provider`. */
function replaceGetters(source: Source, targets: readonly Node[]): void {
  const names = new Set<string>();
  // Variables, parameters and properties whose type or value names the function.
  for (const { node } of walk(source.program)) {
    const pattern = node.type === "VariableDeclarator"
      ? node.id
      : node.type === "TSPropertySignature"
      ? node.key
      : node;
    const isPattern = pattern.type === "Identifier" || pattern.type === "ObjectPattern" ||
      pattern.type === "ArrayPattern";
    if (isPattern && targets.some((target) => isWithin(target, node))) {
      for (const name of namesIn(pattern)) names.add(name);
    }
  }
  for (const { node } of walk(source.program)) {
    if (node.type !== "CallExpression" && node.type !== "OptionalCallExpression") continue;
    const { callee } = node;
    if (callee.type !== "MemberExpression" && callee.type !== "OptionalMemberExpression") continue;
    const { object, property } = callee;
    const isKnown = object.type === "Identifier" && names.has(object.name) ||
      (object.type === "CallExpression" || object.type === "NewExpression") &&
        targets.includes(object.callee);
    if (!isKnown || property.type !== "Identifier") continue;
    if (property.name !== "getProvider" && property.name !== "makeWeb3Provider") continue;
    const range = { start: rangeOf(property).start, end: rangeOf(node).end };
    const [first] = node.arguments;
    const was = first === undefined
      ? ""
      : ` ${todo("these options have no counterpart.", textOf(source, first))}`;
    replace(source, range, `provider${was}`);
  }
  if (targets.length > 0) replaceGetterTypes(source);
}

/** Replaces `ReturnType<Sdk["getProvider"]>` with `Sdk["provider"]`. */
function replaceGetterTypes(source: Source): void {
  for (const { node } of walk(source.program)) {
    if (node.type !== "TSTypeReference" || textOf(source, node.typeName) !== "ReturnType") continue;
    const [type] = node.typeParameters?.params ?? [];
    if (type?.type !== "TSIndexedAccessType" || type.indexType.type !== "TSLiteralType") continue;
    const { literal } = type.indexType;
    if (literal.type !== "StringLiteral" || literal.value !== "getProvider") continue;
    const quote = textOf(source, literal)[0];
    const text = `${textOf(source, type.objectType)}[${quote}provider${quote}]`;
    replace(source, rangeOf(node), text);
  }
}

function isWithin(inner: Node, outer: Node): boolean {
  const { start, end } = rangeOf(outer);
  return start <= rangeOf(inner).start && rangeOf(inner).end <= end;
}

/** Replaces the id of the other connector in comparisons: `id === "coinbaseWalletSDK"`. */
function replaceIds(source: Source, { connectorIds }: Peer): void {
  for (const { node } of walk(source.program)) {
    if (node.type !== "BinaryExpression" || !/^[!=]==?$/.test(node.operator)) continue;
    for (const [text, other] of [[node.left, node.right], [node.right, node.left]]) {
      if (text?.type !== "StringLiteral" || !connectorIds.includes(text.value)) continue;
      const member =
        other?.type === "MemberExpression" || other?.type === "OptionalMemberExpression"
          ? other.property
          : other;
      if (member?.type !== "Identifier" || member.name !== "id") continue;
      const { start, end } = rangeOf(text);
      replace(source, { start: start + 1, end: end - 1 }, "acct");
    }
  }
}

/** Applies the edits and lists the places that are left. */
function finish(source: Source, peer: Peer): Rewritten {
  const text = applyEdits(source);
  const result = readSource(source.path, text);
  const notes: Note[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    for (const advice of line.split(MARK).slice(1)) {
      notes.push({ line: index + 1, text: advice.replace(/\s*\*\/.*| Was: .*/s, "").trim() });
    }
  }
  const imported = new Set(importsOf(result).map((node) => packageOf(node.source.value)));
  for (const { node, parents } of walk(result.program)) {
    const line = node.loc?.start.line ?? 1;
    const name = node.type === "Identifier" ? node.name : undefined;
    const value = node.type === "StringLiteral" ? node.value : undefined;
    for (const key of [name, value]) {
      if (key === undefined || !Object.hasOwn(peer.checks, key)) continue;
      if (parents[0]?.type === "ImportSpecifier") continue;
      notes.push({ line, text: `${key}: ${peer.checks[key]}` });
    }
    if (value === undefined || parents[0]?.type === "ImportDeclaration") continue;
    if (!peer.packages.includes(packageOf(value))) continue;
    imported.add(packageOf(value));
    notes.push({ line, text: `${value}: change this reference to the module.` });
  }
  return { text, notes: notes.sort((a, b) => a.line - b.line), imported };
}

/** Returns the name of the package of a module. */
export function packageOf(module: string): string {
  return module.split("/").slice(0, module.startsWith("@") ? 2 : 1).join("/");
}
