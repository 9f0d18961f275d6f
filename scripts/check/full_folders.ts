/** Folders that probably hold two subjects. @module */
import { posix } from "node:path";
import { allFiles, readText } from "./files.ts";

const LIMIT = 20;
/** Counted files: all of core, of pay and of the stack's tests, elsewhere files of the product. */
const checked =
  /^(?:core|pay|tests\/stack)\/|^(?:connector|host|ui)\/(?!(?:.*\/)?(?:stories|testing)\/|.*_test\.tsx?$)/;

/** Folders with more files than the limit. */
export async function fullFolders(): Promise<string[]> {
  const paths: string[] = [];
  for (const path of await allFiles()) {
    // Git lists a deleted file until its deletion is staged.
    if (checked.test(path) && await readText(path) !== null) paths.push(path);
  }
  return fullFoldersOf(paths);
}

/** Folders of these files that are above the limit. */
export function fullFoldersOf(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > LIMIT)
    .map(([folder, count]) => `${folder} has ${count} files; the limit is ${LIMIT}`);
}
