/** Documents cite the tests that prove their claims. Each cited test must exist under that name. */
import { assert, assertEquals } from "@std/assert";
import { posix } from "node:path";
import { allFiles, readText } from "../scripts/check/files.ts";

Deno.test("documents: every test that they name exists", async () => {
  const missing: string[] = [];
  let seen = 0;
  for (const path of await allFiles()) {
    if (!path.endsWith(".md")) continue;
    const text = await readText(path) ?? "";
    const targets = new Map(
      [...text.matchAll(/^\[([\w-]+)\]: (\S+_test\.tsx?)$/gm)].map(([, key, link]) => [key, link]),
    );
    for (
      const [, name, key, plain] of text.matchAll(/\["([^"\]]+)"\](?:\[([\w-]+)\]|\((\S+?)\))/g)
    ) {
      const link = plain ?? targets.get(key) ?? `[${key}]`;
      seen++;
      const target = posix.normalize(posix.join(posix.dirname(path), link));
      // A formatter may break the line inside of a name.
      const words = name!.replace(/\s+/g, " ");
      const cited = link.endsWith(".t.sol") ? `function ${words}(` : `"${words}"`;
      if ((await readText(target))?.includes(cited) !== true) {
        missing.push(`${path}: "${words}" is not in ${target}`);
      }
    }
  }
  assertEquals(missing, []);
  assert(seen > 20, `only ${seen} were found`);
});
