/**
 * The code blocks of the documents as files, so that they can be type-checked; `ignore` after the
 * language leaves one out. `deno check --doc-only` takes no JSX of another library than the root's.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { allFiles, readText } from "./files.ts";

const root = new URL("../../", import.meta.url);
const folder = new URL(".local/doc-examples/", root);
const react = "/** @jsxRuntime automatic *//** @jsxImportSource react */" +
  "/** @jsxImportSourceTypes @types/react */";

/** Writes them below `.local/` and gives their paths. Lines are those of the document. */
export async function writeExamples(): Promise<string[]> {
  await removeExamples();
  await Deno.mkdir(folder, { recursive: true });
  const written: string[] = [];
  for (const path of await allFiles()) {
    if (!path.endsWith(".md")) continue;
    for (const { language, line, code } of blocks(await readText(path) ?? "")) {
      const file = new URL(`${path.replaceAll("/", "__")}.${line}.${language}`, folder);
      const pragma = language === "tsx" ? react : "";
      // Each block is its own module, even without imports.
      const text = `${pragma}${"\n".repeat(line)}${code}\nexport {};\n`;
      await Deno.writeTextFile(file, text);
      written.push(fileURLToPath(file));
    }
  }
  return written;
}

/** Removes the written files. */
export async function removeExamples(): Promise<void> {
  await Deno.remove(folder, { recursive: true }).catch(() => {});
}

/** The blocks of a document that are whole examples. */
function* blocks(
  text: string,
): Generator<{ language: "ts" | "tsx"; line: number; code: string }> {
  for (const match of text.matchAll(/^( *)```(tsx?)\n([\s\S]*?)^\1```$/gm)) {
    const line = text.slice(0, match.index).split("\n").length;
    yield { language: match[2] as "ts" | "tsx", line, code: match[3]! };
  }
}
