/** Reads the imports of a file from its syntax tree, so that no spelling of one is missed. @module */
import { posix } from "node:path";
import type { SyntaxNode, TypeScript } from "../npm/compile.ts";

/** An import, export from another module, `import()` or type by `import()`. */
export interface FileImport {
  /** The specifier; `null` where it is computed. */
  readonly target: string | null;
  /** True if nothing of it is left at run time. */
  readonly type: boolean;
}

/** Lists the imports of a file. */
export function importsIn(ts: TypeScript, path: string, text: string): FileImport[] {
  const found: FileImport[] = [];
  const add = (specifier: SyntaxNode | undefined, type: boolean) => {
    const literal = specifier !== undefined && ts.isStringLiteralLike(specifier);
    found.push({ target: literal ? specifier.text ?? null : null, type });
  };
  const visit = (node: SyntaxNode) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypesOnly(node));
    else if (node.moduleSpecifier !== undefined) {
      add(node.moduleSpecifier, node.isTypeOnly === true);
    } else if (ts.isImportTypeNode(node)) add(node.argument?.literal, true);
    else if (ts.isCallExpression(node) && node.expression?.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments?.[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022));
  return found;
}

/** Returns true if nothing of an import is left at run time. */
function isTypesOnly({ importClause: clause }: SyntaxNode): boolean {
  if (clause === undefined) return false;
  const { elements } = clause.namedBindings ?? {};
  return clause.isTypeOnly || clause.name === undefined && elements !== undefined &&
      elements.length > 0 && elements.every(({ isTypeOnly }) => isTypeOnly);
}

/** Resolves a relative specifier to a path from the root; `null` for a package's. */
export function pathOf(from: string, target: string): string | null {
  return target.startsWith(".") ? posix.join(posix.dirname(from), target) : null;
}
