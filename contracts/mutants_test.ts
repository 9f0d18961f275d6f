/** Faults that are planted must be faults of the current sources. */
import { assertEquals } from "@std/assert";
import { harmless, mutants, survivors } from "./mutants.ts";

Deno.test("mutants: each fault is found in its source, and is listed once", async () => {
  const wrong: string[] = [];
  for (const { file, from, to } of [...mutants, ...harmless, ...survivors]) {
    const source = await Deno.readTextFile(new URL(`./src/${file}`, import.meta.url));
    if (!source.includes(from) || from === to) wrong.push(`${file}: ${from}`);
  }
  const names = mutants.map(({ file, from, to }) => `${file}: ${from} → ${to}`);
  wrong.push(...names.filter((name, index) => names.indexOf(name) !== index));
  assertEquals(wrong, []);
});
