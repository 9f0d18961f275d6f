/**
 * Reports the public API of each package: every export of every entry point with its declaration,
 * without comments and bodies. `deno task check` compares the reports with the code, so that a
 * change of the API is visible in review.
 *
 * @module
 */
import { posix } from "node:path";
import { readPackages } from "../npm/packages.ts";
import { loadTypeScript } from "../npm/tools.ts";

/** Text of an identifier or a module specifier. */
interface Named {
  readonly text: string;
}

/** Name that is imported or exported. */
interface Binding {
  readonly name: Named;
  readonly propertyName?: Named;
  readonly isTypeOnly: boolean;
}

/** The parts of TypeScript's statements that are read here. */
interface Statement {
  readonly kind: number;
  readonly name?: Named;
  readonly modifiers?: readonly { readonly kind: number }[];
  readonly declarationList?: { readonly declarations: readonly { readonly name: Named }[] };
  readonly moduleSpecifier?: Named;
  readonly isTypeOnly?: boolean;
  readonly exportClause?: { readonly name?: Named; readonly elements?: readonly Binding[] };
  readonly importClause?: { readonly namedBindings?: { readonly elements?: readonly Binding[] } };
}

/** A parsed file. */
interface SourceFile {
  readonly statements: readonly Statement[];
}

/** The part of TypeScript's API that is used here. The package itself would change viem's types. */
interface Compiler {
  readonly SyntaxKind: Readonly<
    Record<"ExportKeyword" | "ExportDeclaration" | "ImportDeclaration", number>
  >;
  readonly ScriptTarget: { readonly Latest: number };
  readonly EmitHint: { readonly Unspecified: number };
  createPrinter(): { printNode(hint: number, node: Statement, file: SourceFile): string };
  createSourceFile(path: string, text: string, target: number): SourceFile;
  transpileDeclaration(
    text: string,
    options: { readonly fileName: string; readonly compilerOptions: object },
  ): { readonly outputText: string };
}

/** Reads reports by path, as `core/api.txt`. */
export async function apiReports(): Promise<ReadonlyMap<string, string>> {
  const reader = new Reader(await loadTypeScript() as unknown as Compiler);
  const reports = new Map<string, string>();
  for (const { folder, name, entries } of await readPackages()) {
    const parts: string[] = [];
    const first = new Map<string, string>();
    for (const [entry, path] of Object.entries(entries)) {
      const exported = await reader.exportsOf(posix.join(folder, path));
      const names = [...exported.keys()].sort();
      const id = posix.join(name, entry);
      parts.push(`# ${id} (${names.length} exports)`, "");
      for (const each of names) {
        const text = exported.get(each)!;
        // A declaration is printed once; later entry points refer to it.
        const known = first.get(text);
        if (known === undefined) first.set(text, id);
        parts.push(known === undefined ? text : `${each}: see ${known}`);
      }
      parts.push("");
    }
    reports.set(`${folder}/api.txt`, parts.join("\n"));
  }
  return reports;
}

/** Resolves exports by syntax, because all of them have explicit types. */
class Reader {
  readonly #ts: Compiler;
  readonly #printer: ReturnType<Compiler["createPrinter"]>;
  readonly #files = new Map<string, SourceFile>();

  constructor(ts: Compiler) {
    this.#ts = ts;
    this.#printer = ts.createPrinter();
  }

  /** Returns the declarations that a file exports, by exported name. */
  async exportsOf(path: string): Promise<Map<string, string>> {
    const file = await this.#read(path);
    const { ExportDeclaration, ExportKeyword } = this.#ts.SyntaxKind;
    const found = new Map<string, string>();
    for (const statement of file.statements) {
      if (statement.kind === ExportDeclaration) {
        for (const [name, text] of await this.#reExports(path, file, statement)) {
          found.set(name, text);
        }
      } else if (statement.modifiers?.some(({ kind }) => kind === ExportKeyword)) {
        for (const name of namesOf(statement)) {
          const before = found.get(name);
          const text = this.#print(statement, file);
          // Overloads of a function are several statements.
          found.set(name, before === undefined ? text : `${before}\n${text}`);
        }
      }
    }
    return found;
  }

  async #reExports(
    path: string,
    file: SourceFile,
    { moduleSpecifier, exportClause, isTypeOnly = false }: Statement,
  ): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const from = moduleSpecifier?.text ?? "";
    const others = from.startsWith(".") ? await this.exportsOf(resolve(path, from)) : null;
    if (exportClause?.elements !== undefined) {
      for (const { name, propertyName = name, isTypeOnly: isType } of exportClause.elements) {
        const original = propertyName.text;
        const text = from === ""
          ? await this.#local(path, file, original)
          : others?.get(original) ?? `${original} from ${from}`;
        const renamed = original === name.text ? text : `${text} as ${name.text}`;
        found.set(name.text, asType(renamed, isTypeOnly || isType));
      }
    } else if (exportClause?.name !== undefined) {
      const names = [...others?.keys() ?? []].sort();
      found.set(
        exportClause.name.text,
        `namespace ${exportClause.name.text} { ${names.join(", ")} }`,
      );
    } else if (others === null) found.set(`* from ${from}`, `* from ${from}`);
    else for (const [name, text] of others) found.set(name, asType(text, isTypeOnly));
    return found;
  }

  /** Returns a declaration that the file contains or imports. */
  async #local(path: string, file: SourceFile, name: string): Promise<string> {
    for (const statement of file.statements) {
      if (namesOf(statement).includes(name)) return this.#print(statement, file);
      const imported = statement.importClause?.namedBindings?.elements
        ?.find((each) => each.name.text === name);
      if (imported === undefined) continue;
      const from = statement.moduleSpecifier!.text;
      const original = (imported.propertyName ?? imported.name).text;
      if (!from.startsWith(".")) return `${original} from ${from}`;
      return (await this.exportsOf(resolve(path, from))).get(original) ?? original;
    }
    return name;
  }

  #print(statement: Statement, file: SourceFile): string {
    return this.#printer.printNode(this.#ts.EmitHint.Unspecified, statement, file)
      .replace(/^export /, "").replace(/^declare /, "").replaceAll("    ", "  ");
  }

  /** Reads a file as its declarations. */
  async #read(path: string): Promise<SourceFile> {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const text = await Deno.readTextFile(new URL(`../../${path}`, import.meta.url));
    const compilerOptions = { isolatedDeclarations: true, removeComments: true };
    const { outputText } = this.#ts.transpileDeclaration(text, { fileName: path, compilerOptions });
    const file = this.#ts.createSourceFile(path, outputText, this.#ts.ScriptTarget.Latest);
    this.#files.set(path, file);
    return file;
  }
}

function namesOf({ name, declarationList }: Statement): string[] {
  if (declarationList !== undefined) {
    return declarationList.declarations.map((each) => each.name.text);
  }
  return name === undefined ? [] : [name.text];
}

function resolve(path: string, target: string): string {
  return posix.join(posix.dirname(path), target);
}

/** Marks a value that is exported only as a type, because callers cannot use it. */
function asType(text: string, isTypeOnly: boolean): string {
  const isValue = /^(?:async )?(?:const|function|class|enum|let)\b/.test(text);
  return isTypeOnly && isValue ? `TYPE ONLY: ${text}` : text;
}
