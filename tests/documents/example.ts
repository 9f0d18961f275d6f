/** An example of a document, and the ways to run it. @module */
import { assertStringIncludes } from "@std/assert";
import type { Block } from "./blocks.ts";
import type { Visit } from "./browser.ts";
import type { World } from "./world.ts";

/** Exports of a module, by name. */
export type Exports = Readonly<Record<string, unknown>>;

/** How a block is run. */
export interface Run {
  /** Returns replacements for names of the document, such as its key; the block contains each. */
  readonly stands?: (world: World) => Readonly<Record<string, string>>;
  /** Names that the block uses from its surroundings. */
  readonly given?: readonly string[];
  /** Names of the block to inspect, in addition to its exports. */
  readonly gives?: readonly string[];
  /** If true, it is run in a browser. */
  readonly browser?: boolean;
  /** Runs it and checks its effects. */
  readonly run: (example: Example) => Promise<void>;
}

/** A block that is being run. */
export interface Example {
  /** The block. */
  readonly block: Block;
  /** Stack and networks around it. */
  readonly world: World;
  /** Text of the block after the replacement of names of the document. */
  readonly text: string;
  /** Runs it here as a module, with the values of its surroundings. */
  load(given?: Exports): Promise<Exports>;
  /** Path of the module. */
  readonly path: string;
  /** Opens its page, or one with its text; only with `browser`. */
  visit(html?: string): Promise<Visit>;
}

/** Why a block is not run, or how it is. */
export type Case = string | Run;

/** Replaces texts. Each of them must occur. */
export function replaced(text: string, pairs: Readonly<Record<string, string>>): string {
  for (const [from, to] of Object.entries(pairs)) {
    assertStringIncludes(text, from);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** The example as a module. */
export function moduleOf(block: Block, text: string, { given, gives = [] }: Run): string {
  const pragma = block.language === "tsx"
    ? "/** @jsxRuntime automatic *//** @jsxImportSource react */\n"
    : "";
  // The documents' types are checked separately, without the replacements.
  const head = `// @ts-nocheck\n// deno-lint-ignore-file\n${pragma}`;
  const names = gives.join(", ");
  if (given === undefined) return `${head}${text}\nexport { ${names} };\n`;
  const imports = /^import\b[\s\S]*?;\n/gm;
  const body = text.replace(imports, "");
  return `${head}${[...text.matchAll(imports)].join("")}
export default async function ({ ${given.join(", ")} }) {
${body}
return { ${names} };
}
`;
}

/** Returns a function from the exports of a module. */
export function fn(exports: Exports, name: string): (...given: readonly unknown[]) => unknown {
  const found = exports[name];
  if (typeof found !== "function") throw new Error(`the example has no function ${name}`);
  return (...given) => found(...given);
}
