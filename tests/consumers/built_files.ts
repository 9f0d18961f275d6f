/** Reads the files of built packages. @module */
import { join, posix } from "node:path";

/** All files below a folder by their paths. */
export async function filesOf(folder: string, below = ""): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const { name, isDirectory } of Deno.readDir(join(folder, below))) {
    const path = posix.join(below, name);
    if (isDirectory) { for (const file of await filesOf(folder, path)) files.set(...file); }
    else files.set(path, await Deno.readTextFile(join(folder, path)));
  }
  return files;
}

/** A module of a package and all that it imports statically from the same package. */
export async function firstLoad(folder: string, entry: string): Promise<Set<string>> {
  const loaded = new Set([entry]);
  for (const path of loaded) {
    const text = await Deno.readTextFile(join(folder, path));
    for (const [, name] of text.matchAll(/^(?:import|export)\b[^;]*?["'](\.[^"']+)["'];/gm)) {
      loaded.add(posix.join(posix.dirname(path), name!));
    }
  }
  return loaded;
}
