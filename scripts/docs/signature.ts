/**
 * Extracts declarations from the sources: everything visible to a caller, without bodies.
 *
 * @module
 */

/** The part of TypeScript's compiler that is used. */
export interface Compiler {
  readonly ScriptTarget: { readonly Latest: number };
  readonly ScriptKind: { readonly TS: number; readonly TSX: number };
  createSourceFile(
    name: string,
    text: string,
    target: number,
    setParents: boolean,
    kind: number,
  ): SourceFile;
  isFunctionDeclaration(node: SyntaxNode): boolean;
  isClassDeclaration(node: SyntaxNode): boolean;
  isVariableStatement(node: SyntaxNode): boolean;
  getLeadingCommentRanges(
    text: string,
    position: number,
  ): readonly { readonly pos: number }[] | undefined;
}

/** A parsed file. */
interface SourceFile {
  readonly text: string;
  readonly statements: readonly SyntaxNode[];
  getLineAndCharacterOfPosition(position: number): { readonly line: number };
}

/** A node of the tree, with the members that declarations have. */
interface SyntaxNode {
  readonly body?: SyntaxNode;
  readonly initializer?: SyntaxNode;
  readonly type?: SyntaxNode;
  readonly name?: { readonly end: number };
  readonly members?: readonly SyntaxNode[];
  readonly heritageClauses?: { readonly end: number };
  readonly declarationList?: { readonly declarations: readonly SyntaxNode[] };
  getStart(): number;
  getFullStart(): number;
  getEnd(): number;
  getText(): string;
}

/** Creates a reader of the declaration that starts at a line (from 1) of a file. */
export function signatureReader(
  ts: Compiler,
): (file: string, line: number) => Promise<string> {
  const files = new Map<string, Promise<SourceFile>>();
  const parse = async (file: string) =>
    ts.createSourceFile(
      file,
      await Deno.readTextFile(file),
      ts.ScriptTarget.Latest,
      true,
      file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    );
  return async (file, line) => {
    const reading = files.get(file) ?? parse(file);
    files.set(file, reading);
    const source = await reading;
    const statement = source.statements.find((each) => {
      const at = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
      return at(each.getStart()) <= line && line <= at(each.getEnd());
    });
    if (statement === undefined) throw new Error(`no declaration at ${file}:${line}`);
    return cut(ts, source, statement).replace(/^export (?:declare )?(?:default )?/, "");
  };
}

/** The text of a declaration without its bodies. */
function cut(ts: Compiler, source: SourceFile, statement: SyntaxNode): string {
  const text = (from: number, to: number) => source.text.slice(from, to).trimEnd();
  const start = statement.getStart();
  if (ts.isFunctionDeclaration(statement) && statement.body !== undefined) {
    return text(start, statement.body.getStart());
  }
  if (ts.isClassDeclaration(statement)) {
    const members = (statement.members ?? [])
      .filter((member) => !/^(?:private|#)/.test(member.getText()))
      .map((member) => {
        const body = member.body?.getStart();
        const initial = member.initializer && member.initializer.getFullStart() - 1;
        const from = ts.getLeadingCommentRanges(source.text, member.getFullStart())?.at(-1)?.pos ??
          member.getStart();
        return `  ${text(from, body ?? initial ?? member.getEnd())}`;
      });
    const open = source.text.indexOf(
      "{",
      statement.heritageClauses?.end ?? statement.name?.end ?? start,
    );
    return [text(start, open + 1), ...members, "}"].join("\n");
  }
  if (ts.isVariableStatement(statement)) {
    const declaration = statement.declarationList?.declarations[0];
    if (declaration?.type !== undefined) return text(start, declaration.type.getEnd());
  }
  return text(start, statement.getEnd());
}
