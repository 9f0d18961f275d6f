/**
 * Loads the tools of the packages: TypeScript, publint and attw. They have a separate lock.
 *
 * @module
 */
import { fileURLToPath, pathToFileURL } from "node:url";
import { runTool } from "../tools/mod.ts";
import type { TypeScript } from "./compile.ts";

const lock = fileURLToPath(new URL("./tools.lock", import.meta.url));
const versions = {
  attw: "@arethetypeswrong/core@0.18.5",
  publint: "publint@0.3.25",
  typescript: "typescript@5.9.3",
} as const;

/** TypeScript's own API. */
export async function loadTypeScript(): Promise<TypeScript> {
  const file = `${versions.typescript}/lib/typescript.js`;
  const found = JSON.parse(await runTool("locate.ts", [file], lock));
  return (await import(pathToFileURL(found[file]).href)).default;
}

/** Lists the problems that publint and attw find in tarballs of packages. */
export async function lintPackages(tarballs: readonly string[]): Promise<string[]> {
  const args = [versions.publint, versions.attw, ...tarballs];
  const said = await runTool("../npm/lint_package.ts", args, lock);
  return said.split("\n").filter((line) => line !== "");
}
