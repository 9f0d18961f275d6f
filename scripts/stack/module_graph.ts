/** Finds the built chunks that a page loads together. @module */
import { posix } from "node:path";

/** These chunks and all chunks that they import statically, directly or indirectly. */
export function reachable(
  pieces: ReadonlyMap<string, Uint8Array>,
  entries: readonly string[],
): ReadonlySet<string> {
  const waiting = [...entries];
  const found = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    const text = new TextDecoder().decode(pieces.get(name)!);
    // `import"./x.js"`, `from"./x.js"`, but not `import("./x.js")`.
    for (const [, path] of text.matchAll(/(?:\bimport|\bfrom)\s*"(\.[^"]+)"/g)) {
      waiting.push(posix.join(posix.dirname(name), path!));
    }
  }
  return found;
}
