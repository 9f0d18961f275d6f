import { assertEquals } from "@std/assert";
import { toFunctionSelector } from "viem";
import { selectorOf } from "./selectors.ts";

Deno.test("selectors of effects: each matches its signature, and is unique in its table", async () => {
  let seen = 0;
  const folders = [".", "../", "../functions/"].map((each) => new URL(each, import.meta.url));
  const files = folders.flatMap((folder) =>
    [...Deno.readDirSync(folder)].map(({ name }) => ({ name, url: new URL(name, folder) }))
  );
  for (const { name, url } of files) {
    if (!name.endsWith(".ts") || name.endsWith("_test.ts") || name === "selectors.ts") continue;
    const text = await Deno.readTextFile(url);
    for (const [, selector, signature] of text.matchAll(/"(0x[0-9a-f]{8}) ([^"]+)"/g)) {
      assertEquals(toFunctionSelector(`function ${signature}`), selector, `${name}: ${signature}`);
      seen += 1;
    }
    // A signature without its selector would never be found in a table.
    assertEquals(text.match(/"[A-Za-z_]\w*\([^"\s]*\)"/g), null, name);
  }
  assertEquals(seen > 180, true, `${seen} signatures`);
});

Deno.test("selectors of effects: data is read in uppercase and lowercase", () => {
  assertEquals(selectorOf("0xA9059CBB00"), "0xa9059cbb");
});
