/** The files of the tree, as git knows them. @module */
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);

/** Paths of all files that are tracked or not ignored, relative to the root. */
export async function allFiles(): Promise<string[]> {
  const { stdout, success } = await new Deno.Command("git", {
    args: ["ls-files", "--cached", "--others", "--exclude-standard"],
    cwd: fileURLToPath(root),
  }).output();
  if (!success) throw new Error("git cannot list the files");
  return new TextDecoder().decode(stdout).split("\n").filter((path) => path !== "");
}

/** The text of a file, or `null` if it was deleted. */
export async function readText(path: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(new URL(path, root));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
