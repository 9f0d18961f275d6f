/**
 * Compiles sources to ESM and declarations, one module for one module. Lazily loaded modules stay
 * lazy, and `"use client"` stays in its file. Each file is compiled separately. The declarations
 * allow this because JSR requires explicit public types anyway.
 *
 * @module
 */
import { posix } from "node:path";
import type { Package } from "./packages.ts";

/** The part of TypeScript's API that is used here. */
export interface TypeScript {
  readonly ScriptTarget: Readonly<Record<"ES2022", number>>;
  readonly ModuleKind: Readonly<Record<"ESNext", number>>;
  readonly JsxEmit: Readonly<Record<"ReactJSX", number>>;
  readonly SyntaxKind: Readonly<Record<"ImportKeyword", number>>;
  transpileModule(source: string, options: TranspileOptions): Transpiled;
  transpileDeclaration(source: string, options: TranspileOptions): Transpiled;
  createSourceFile(fileName: string, text: string, target: number): SyntaxNode;
  forEachChild(node: SyntaxNode, visit: (child: SyntaxNode) => void): void;
  isStringLiteral(node: SyntaxNode | undefined): boolean;
  isStringLiteralLike(node: SyntaxNode): boolean;
  isImportDeclaration(node: SyntaxNode): boolean;
  isImportTypeNode(node: SyntaxNode): boolean;
  isCallExpression(node: SyntaxNode): boolean;
  flattenDiagnosticMessageText(text: unknown, newLine: string): string;
}

/** A node of a syntax tree. */
export interface SyntaxNode {
  readonly kind: number;
  readonly end: number;
  readonly text?: string;
  /** Specifier of an import or export declaration. */
  readonly moduleSpecifier?: SyntaxNode;
  /** Names of an import declaration. */
  readonly importClause?: {
    readonly isTypeOnly: boolean;
    readonly name?: unknown;
    readonly namedBindings?: { readonly elements?: readonly { readonly isTypeOnly: boolean }[] };
  };
  /** Names of an export declaration. */
  readonly isTypeOnly?: boolean;
  /** Specifier of a call. */
  readonly expression?: SyntaxNode;
  readonly arguments?: readonly SyntaxNode[];
  /** Specifier of a type like `import("x").Y`. */
  readonly argument?: { readonly literal?: SyntaxNode };
}

/** Positions at which a text names another module. */
interface Reference {
  readonly name: string;
  /** Just behind its closing quote. */
  readonly end: number;
}

interface TranspileOptions {
  readonly fileName: string;
  readonly reportDiagnostics: true;
  readonly compilerOptions: Readonly<Record<string, unknown>>;
}

interface Transpiled {
  readonly outputText: string;
  readonly sourceMapText?: string;
  readonly diagnostics?: readonly {
    readonly messageText: unknown;
    readonly start?: number;
  }[];
}

/** Paths of a package's files, with their texts. */
export type Files = Map<string, string>;

/**
 * Compiles all modules reachable from the entries, and no others. Writes modules, source maps and
 * declarations into `folder`, and the mapped sources into `src`.
 */
export async function compile(ts: TypeScript, pack: Package, folder: string): Promise<Files> {
  const files: Files = new Map();
  const entries = entriesOf(pack);
  await follow(entries, async (path) => {
    const written = await source(pack, path);
    const text = translate(ts, pack, path, written, "transpileModule");
    const module = `${folder}/${path.replace(/\.tsx?$/, ".js")}`;
    files.set(module, text.rewritten);
    files.set(`${module}.map`, mapFor(module, `src/${path}`, text.map!));
    files.set(`src/${path}`, written);
    return text.imports;
  });
  await follow(entries, async (path) => {
    const written = withoutBare(await source(pack, path));
    const text = translate(ts, pack, path, written, "transpileDeclaration");
    files.set(`${folder}/${path.replace(/\.tsx?$/, ".d.ts")}`, text.rewritten);
    return text.imports;
  });
  return new Map([...files].sort(([a], [b]) => a < b ? -1 : 1));
}

/** Removes imports that import no name (`core/chunks`): types need no module for its effect. */
export function withoutBare(text: string): string {
  return text.replace(/^import "\..*\n/gm, "");
}

/** Names a map's file and source as they lie in the package. */
function mapFor(module: string, source: string, map: string): string {
  return JSON.stringify({
    ...JSON.parse(map),
    file: posix.basename(module),
    sources: [posix.relative(posix.dirname(module), source)],
  });
}

/** Names of the packages that a text imports. */
export function packagesOf(ts: TypeScript, text: string): string[] {
  return references(ts, text)
    .filter(({ name }) => !name.startsWith("."))
    .map(({ name }) => /^(?:@[^/]+\/)?[^/]+/.exec(name)![0]);
}

/**
 * Names of the modules outside of a package that its entries lead to, as the sources write them.
 * Comments name modules too: they do not count.
 */
export async function specifiersOf(ts: TypeScript, pack: Package): Promise<Set<string>> {
  const found = new Set<string>();
  await follow(entriesOf(pack), async (path) => {
    const names = references(ts, await source(pack, path), path).map(({ name }) => name);
    for (const name of names) if (!name.startsWith(".")) found.add(name);
    return inside(names, path);
  });
  return found;
}

/**
 * Paths of the built files that entries lead to, the entries among them.
 *
 * @param files built files by path; they name each other as modules (`.js`)
 * @param entries paths of the first ones
 * @param ending of the files to follow: `.js` or `.d.ts`
 * @throws if a named one does not exist
 */
export function reachedFrom(
  ts: TypeScript,
  files: Files,
  entries: readonly string[],
  ending: string,
): Set<string> {
  const seen = new Set(entries);
  for (const path of seen) {
    const text = files.get(path);
    if (text === undefined) throw new Error(`${path} is listed but was not built`);
    const names = references(ts, text).map(({ name }) => name);
    for (const next of inside(names, path)) seen.add(next.replace(/\.js$/, ending));
  }
  return seen;
}

/** The relative ones among the names in a file, as paths. */
function inside(names: readonly string[], path: string): string[] {
  return names
    .filter((name) => name.startsWith("."))
    .map((name) => posix.join(posix.dirname(path), name));
}

/** Modules through which others enter a package: to import, or to run. */
export function entriesOf({ entries, commands = {} }: Package): string[] {
  return [...Object.values(entries), ...Object.values(commands)].map((path) =>
    posix.normalize(path)
  );
}

async function follow(
  entries: readonly string[],
  visit: (path: string) => Promise<readonly string[]>,
): Promise<void> {
  const seen = new Set(entries);
  for (const path of seen) {
    for (const next of await visit(path)) seen.add(next);
  }
}

async function source(pack: Package, path: string): Promise<string> {
  if (path.startsWith("..")) throw new Error(`${pack.name} reaches out of its folder: ${path}`);
  const text = await Deno.readTextFile(`${pack.path}/${path}`);
  // The sources omit it: versions of dnt cannot read it, and each writes its own.
  const first = Object.values(pack.commands ?? {}).includes(path) ? "#!/usr/bin/env node\n" : "";
  // Written for Deno; in a package the types are found by the package name.
  return first + text.replace(/^\/\/ @ts-types=.*\n/gm, "");
}

function translate(
  ts: TypeScript,
  pack: Package,
  path: string,
  text: string,
  how: "transpileModule" | "transpileDeclaration",
): { rewritten: string; imports: string[]; map: string | undefined } {
  const { outputText, sourceMapText, diagnostics = [] } = ts[how](text, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      jsx: ts.JsxEmit.ReactJSX,
      jsxImportSource: pack.jsxImportSource,
      verbatimModuleSyntax: true,
      ...(how === "transpileDeclaration"
        ? { declaration: true, isolatedDeclarations: true }
        : { sourceMap: true }),
      strict: true,
      newLine: 1,
    },
  });
  if (diagnostics.length > 0) {
    const said = diagnostics.map(({ messageText, start = 0 }) => {
      const line = text.slice(0, start).split("\n").length;
      return `${pack.folder}/${path}:${line}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    });
    throw new Error(said.join("\n"));
  }
  const imports: string[] = [];
  let rewritten = "";
  let from = 0;
  for (const { name, end } of references(ts, outputText)) {
    if (!name.startsWith(".")) continue;
    imports.push(posix.join(posix.dirname(path), name));
    const begin = end - 1 - name.length;
    rewritten += outputText.slice(from, begin) + name.replace(/\.tsx?$/, ".js");
    from = begin + name.length;
  }
  return { rewritten: rewritten + outputText.slice(from), imports, map: sourceMapText };
}

/** All modules named in a text, in order: imports, exports, lazy imports and types. */
function references(ts: TypeScript, text: string, fileName = "module.ts"): Reference[] {
  const found: Reference[] = [];
  const visit = (node: SyntaxNode) => {
    const lazy = ts.isCallExpression(node) && node.expression?.kind === ts.SyntaxKind.ImportKeyword;
    const literal = lazy
      ? node.arguments?.[0]
      : ts.isImportTypeNode(node)
      ? node.argument?.literal
      : node.moduleSpecifier;
    if (literal !== undefined && ts.isStringLiteral(literal)) {
      found.push({ name: literal.text!, end: literal.end });
    } else if (lazy) {
      throw new Error("a lazy import names its module by something else than a plain string");
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(fileName, text, ts.ScriptTarget.ES2022));
  return found;
}
