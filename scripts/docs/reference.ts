/** Writes the reference of every export from the docstrings and declarations. @module */
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { chooseConfig } from "../config.ts";
import { readPackages } from "../npm/packages.ts";
import { loadTypeScript } from "../npm/tools.ts";
import { type Compiler, signatureReader } from "./signature.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A page of the reference. */
export interface ReferencePage {
  /** The entry, as apps import it: `@sdk/core/dialog`. */
  readonly title: string;
  /** Path in the site, including the file extension. */
  readonly path: string;
  /** The page. */
  readonly text: string;
  /** Names of its exports. */
  readonly names: readonly string[];
}

/** The part of the output of `deno doc --json` that is read. */
interface Documentation {
  readonly nodes: Readonly<
    Record<string, {
      readonly module_doc?: JsDoc;
      readonly symbols: readonly DocumentedSymbol[];
    }>
  >;
}

/** An exported name. */
interface DocumentedSymbol {
  readonly name: string;
  readonly declarations: readonly {
    /** Position of the symbol; lines are counted from 0. */
    readonly location: { readonly filename: string; readonly line: number };
    readonly kind: string;
    readonly jsDoc?: JsDoc;
  }[];
}

/** A docstring. */
interface JsDoc {
  readonly doc?: string;
  readonly tags?: readonly {
    readonly kind: string;
    readonly name?: string;
    readonly doc?: string;
  }[];
}

/** Makes the pages: one for each entry of each published package. */
export async function referencePages(): Promise<readonly ReferencePage[]> {
  const config = await chooseConfig();
  const signatureAt = signatureReader(await loadTypeScript() as unknown as Compiler);
  const pages: ReferencePage[] = [];
  for (const pack of await readPackages()) {
    for (const [name, entry] of Object.entries(pack.entries)) {
      const title = posix.join(pack.name, name);
      const { module_doc, symbols } = await read(config, posix.join(pack.folder, entry));
      const sections: string[] = [];
      for (const symbol of symbols) sections.push(await section(symbol, signatureAt));
      pages.push({
        title,
        path: `reference/${title.replace(/^@sdk\//, "").replaceAll("/", "-")}.md`,
        names: symbols.map((symbol) => symbol.name),
        text: [`# ${title}`, ...prose(module_doc), ...sections].join("\n\n") + "\n",
      });
    }
  }
  return pages;
}

async function read(config: string, entry: string) {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", "--json", `--config=${config}`, entry],
    cwd: root,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  const { nodes }: Documentation = JSON.parse(new TextDecoder().decode(stdout));
  const [found] = Object.values(nodes);
  if (found === undefined) throw new Error(`${entry} has no documentation`);
  return found;
}

/** The section of a name: its description, then its declarations as written in the sources. */
async function section(
  { name, declarations }: DocumentedSymbol,
  signatureAt: (file: string, line: number) => Promise<string>,
): Promise<string> {
  const parts = [`## ${name}`];
  const signatures: string[] = [];
  for (const { location } of declarations) {
    signatures.push(await signatureAt(fileURLToPath(location.filename), location.line + 1));
  }
  const documented = declarations.find(({ jsDoc }) => jsDoc?.doc !== undefined) ?? declarations[0];
  const [words, ...rest] = prose(documented?.jsDoc);
  if (words !== undefined) parts.push(words);
  parts.push(`\`\`\`ts\n${[...new Set(signatures)].join("\n\n")}\n\`\`\``, ...rest);
  return parts.join("\n\n");
}

/** Titles of the tags that are shown; `param` is a list. */
const titles: Readonly<Record<string, string>> = {
  return: "Returns",
  throws: "Throws",
  example: "Example",
  see: "See",
  default: "Default",
};

/** Writes a docstring as paragraphs. */
function prose({ doc, tags = [] }: JsDoc = {}): string[] {
  const paragraphs = doc === undefined ? [] : [escape(doc)];
  const params = tags.filter(({ kind, doc }) => kind === "param" && doc !== undefined);
  if (params.length > 0) {
    paragraphs.push(params.map(({ name, doc }) => `- \`${name}\`: ${escape(doc!)}`).join("\n"));
  }
  for (const { kind, doc } of tags) {
    const title = titles[kind];
    if (title === undefined || doc === undefined) continue;
    paragraphs.push(kind === "example" ? escape(doc) : `${title}: ${escape(doc)}`);
  }
  return paragraphs;
}

/** Escapes text outside of code that the site would parse as HTML or as a template. */
export function escape(text: string): string {
  return text
    .replace(
      /\{@link(?:code|plain)?\s+([^}\s|]+)[^}]*\}/g,
      (_, target: string) => /^https?:/.test(target) ? target : `\`${target}\``,
    )
    .split(/(```[\s\S]*?```|`[^`\n]*`)/)
    .map((part, index) =>
      index % 2 === 1
        ? part.replace(/^```ts ignore/, "```ts")
        : part.replaceAll("<", "&lt;").replaceAll("{{", "&#123;&#123;")
    )
    .join("");
}
