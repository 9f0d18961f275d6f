/** The demo shows the code that it runs. */
import { assert } from "@std/assert";
import { codes } from "./code.ts";

const squeeze = (text: string) => text.replace(/\s+/g, " ");

Deno.test("demo: the lines shown for each step are in its module", async () => {
  for (const [step, { file, text }] of Object.entries(codes)) {
    const source = await Deno.readTextFile(new URL(file, import.meta.url));
    assert(squeeze(source).includes(squeeze(text)), `${step} shows other lines than ${file}`);
  }
});
