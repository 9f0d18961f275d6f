/** Contracts describe each function that anyone can call. */
import { assert, assertEquals } from "@std/assert";

/** Functions and variables with a getter, each with the comment before it. */
const declaration =
  /((?:^ *\/\/\/.*\n)*)^ +(?:function (\w+)\([^{;]*?\b(?:external|public)\b|(?!function\b|using\b)[\w( =>)\[\]]+ public (?:\w+ )*(\w+)(?: =|;))/gm;

Deno.test("contracts: each external or public function has a notice", async () => {
  const folder = new URL("./src/", import.meta.url);
  const missing: string[] = [];
  let seen = 0;
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (!isFile) continue;
    const source = await Deno.readTextFile(new URL(name, folder));
    for (const [, comment, called, read] of source.matchAll(declaration)) {
      seen++;
      if (!/@(notice|inheritdoc) \S/.test(comment!)) missing.push(`${name}: ${called ?? read}`);
    }
  }
  assertEquals(missing, []);
  assert(seen > 80, `only ${seen} were found`);
});
