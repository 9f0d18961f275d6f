import { assertEquals } from "@std/assert";
import { artifacts, generatedSources } from "./compile.ts";

Deno.test("the artifacts equal the compiled sources, byte for byte", async () => {
  for (const [name, text] of Object.entries({ ...generatedSources(), ...await artifacts() })) {
    const file = new URL(name, import.meta.url);
    // Compared without `assertEquals`, because its message would contain both texts.
    const same = await Deno.readTextFile(file).catch(() => "") === text;
    assertEquals(same, true, `${name} is stale: run deno task compile`);
  }
});
