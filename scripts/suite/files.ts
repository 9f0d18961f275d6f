/** Finds test files. @module */
import { posix, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);

/** File names that `deno test` considers tests. */
const TEST_NAME = /(?:^|[_.])test\.(?:ts|tsx|js|jsx|mjs)$/;

/**
 * Lists the test files below a folder, or the file itself. Paths are relative to the root.
 *
 * @throws {Deno.errors.NotFound} if the path does not exist
 */
export async function testFiles(path: string): Promise<string[]> {
  const { exclude } = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  const folderOfRoot = fileURLToPath(root);
  const start = relative(folderOfRoot, resolve(folderOfRoot, path)).replaceAll(sep, "/");
  const { isFile } = await Deno.stat(new URL(start, root));
  if (isFile) return [start];
  const found: string[] = [];
  const walk = async (folder: string) => {
    for await (const { name, isDirectory } of Deno.readDir(new URL(folder, root))) {
      const child = posix.join(folder, name);
      if (name.startsWith(".") || name === "node_modules" || exclude.includes(child)) continue;
      if (isDirectory) await walk(child);
      else if (TEST_NAME.test(name)) found.push(child);
    }
  };
  await walk(start);
  return found.sort();
}
