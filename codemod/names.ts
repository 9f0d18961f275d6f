/** Names in a file: references to an import, and other declarations of the name. @module */
import { type Node, type Source, walk } from "./source.ts";

/** Place that uses an imported name. */
export interface Reference {
  readonly node: Node;
  /** The nearest first. */
  readonly parents: readonly Node[];
}

/** Lists the places that use a name as a value or a type; imports and keys do not count. */
export function referencesTo(source: Source, name: string): Reference[] {
  const found: Reference[] = [];
  for (const { node, parents } of walk(source.program)) {
    const isName = (node.type === "Identifier" || node.type === "JSXIdentifier") &&
      node.name === name;
    if (isName && !isKey(node, parents[0])) found.push({ node, parents });
  }
  return found;
}

/** Returns true if a node is a key or an import. */
function isKey(node: Node, parent: Node | undefined): boolean {
  switch (parent?.type) {
    case "ImportSpecifier":
    case "ImportDefaultSpecifier":
    case "ImportNamespaceSpecifier":
    case "JSXAttribute":
    case "JSXClosingElement":
      return true;
    case "MemberExpression":
    case "OptionalMemberExpression":
      return parent.property === node && !parent.computed;
    case "JSXMemberExpression":
      return parent.property === node;
    case "ObjectProperty":
      return parent.key === node && !parent.computed && !parent.shorthand;
    case "ObjectMethod":
    case "ClassMethod":
    case "ClassProperty":
    case "TSPropertySignature":
    case "TSMethodSignature":
      return parent.key === node && !parent.computed;
    case "TSQualifiedName":
      return parent.right === node;
    case "ExportSpecifier":
      return parent.exported === node && parent.local !== node;
    default:
      return false;
  }
}

/** Returns true if the name is used only where another name can replace it. */
export function isRenamable(source: Source, name: string): boolean {
  const isPlain = referencesTo(source, name).every(({ parents: [parent] }) =>
    parent?.type !== "ExportSpecifier" &&
    !(parent?.type === "ObjectProperty" && parent.shorthand)
  );
  return isPlain && !declaredNames(source).has(name);
}

/** Returns true if the file imports, declares or uses this name. */
export function isTaken(source: Source, name: string): boolean {
  const isImported = source.program.body.some((node) =>
    node.type === "ImportDeclaration" && node.specifiers.some(({ local }) => local.name === name)
  );
  return isImported || referencesTo(source, name).length > 0;
}

/** Collects the names that variables, parameters, functions and classes declare. */
export function declaredNames(source: Source): Set<string> {
  const names = new Set<string>();
  for (const { node } of walk(source.program)) {
    for (const pattern of patternsOf(node)) for (const name of namesIn(pattern)) names.add(name);
  }
  return names;
}

/** Lists the patterns that a node declares. */
function patternsOf(node: Node): readonly (Node | null | undefined)[] {
  switch (node.type) {
    case "VariableDeclarator":
    case "ClassDeclaration":
      return [node.id];
    case "FunctionDeclaration":
      return [node.id, ...node.params];
    case "FunctionExpression":
    case "ArrowFunctionExpression":
    case "ObjectMethod":
    case "ClassMethod":
      return node.params;
    case "CatchClause":
      return [node.param];
    default:
      return [];
  }
}

/** Yields the names that a pattern binds. */
export function* namesIn(pattern: Node | null | undefined): Generator<string> {
  switch (pattern?.type) {
    case "Identifier":
      yield pattern.name;
      break;
    case "ObjectPattern":
      for (const property of pattern.properties) {
        yield* namesIn(property.type === "RestElement" ? property : property.value);
      }
      break;
    case "ArrayPattern":
      for (const element of pattern.elements) yield* namesIn(element);
      break;
    case "AssignmentPattern":
      yield* namesIn(pattern.left);
      break;
    case "RestElement":
      yield* namesIn(pattern.argument);
      break;
    case "TSParameterProperty":
      yield* namesIn(pattern.parameter);
      break;
  }
}
