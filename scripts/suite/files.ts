/** Finds test files. @module */
import { posix } from "node:path";

const root = new URL("../../", import.meta.url);

/** Names that `deno test` takes for tests. */
const TEST_NAME = /(?:^|[_.])test\.(?:ts|tsx|js|jsx|mjs)$/;

/** Lists the test files below a folder, or the file itself. Paths are relative to the root. */
export async function testFiles(path: string): Promise<string[]> {
  const { exclude } = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  const start = posix.normalize(path).replace(/\/$/, "");
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
