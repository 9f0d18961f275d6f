// Prints what a project gets of each entry, for `compare.ts`: it runs in Node, inside of the project.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import ts from "typescript";

const entries = process.argv.slice(2);
const program = ts.createProgram(["all.ts"], {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.esnext.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: [],
  strict: true,
  skipLibCheck: false,
  noEmit: true,
});
const checker = program.getTypeChecker();
const all = program.getSourceFile("all.ts");
const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias |
  ts.TypeFormatFlags.UseFullyQualifiedType;

/** A type as text, without where the project and the modules lie. */
const print = (type) =>
  checker.typeToString(type, all, flags)
    .replaceAll(process.cwd(), "")
    .replace(/(@sdk\/\w+)\/(?:dist|esm)\//g, "$1/");

/** A symbol as text: its own type, and that of each of its members. */
function describe(symbol) {
  const found = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const parts = [];
  if (found.flags & ts.SymbolFlags.Value) {
    const type = checker.getTypeOfSymbol(found);
    parts.push(`value ${print(type)}`, ...membersOf(type));
  }
  if (found.flags & ts.SymbolFlags.Type) {
    const type = checker.getDeclaredTypeOfSymbol(found);
    parts.push(`type ${print(type)}`, ...membersOf(type));
  }
  return parts.join("; ");
}

function membersOf(type) {
  if (!(type.flags & ts.TypeFlags.Object)) return [];
  return checker.getPropertiesOfType(type)
    .map((member) => `${member.name}: ${print(checker.getTypeOfSymbol(member))}`)
    .sort();
}

const problems = ts.getPreEmitDiagnostics(program)
  .filter(({ file }) => /@sdk/.test(file?.fileName ?? "@sdk"))
  .map(({ file, messageText }) => `${file?.fileName}: ${JSON.stringify(messageText)}`);
if (problems.length > 0) throw new Error(problems.join("\n"));

const described = {};
for (const entry of entries) {
  const index = entries.indexOf(entry);
  const [space] = checker.getExportsOfModule(checker.getSymbolAtLocation(all))
    .filter(({ name }) => name === `e${index}`);
  const types = {};
  for (const symbol of checker.getExportsOfModule(checker.getAliasedSymbol(space))) {
    types[symbol.name] = describe(symbol);
  }
  const { outputFiles } = await build({
    stdin: { contents: `export * from "${entry}";`, resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    format: "esm",
    external: ["viem", "wagmi", "react", "@tanstack/*", "preact", "culori", "blo", "node:*"],
    write: false,
    logLevel: "error",
  });
  described[entry] = {
    exports: Object.keys(await import(entry)).sort(),
    types,
    bytes: gzipSync(outputFiles[0].contents).length,
  };
}

const printer = ts.createPrinter({ removeComments: true });
const declarations = {};
for (const name of ["core", "connector", "ui"]) {
  const folder = join("node_modules/@sdk", name);
  for (const path of readdirSync(folder, { recursive: true })) {
    if (!/^(?:dist|esm)\/.*\.d\.ts$/.test(path)) continue;
    const text = readFileSync(join(folder, path), "utf8");
    const parsed = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
    declarations[`${name}/${path.replace(/^\w+\//, "")}`] = printer.printFile(parsed)
      .replaceAll("'", '"').replace(/^export \{\};\n/gm, "");
  }
}
console.log(JSON.stringify({ entries: described, declarations }));
