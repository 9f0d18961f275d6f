import { assertEquals, assertRejects } from "@std/assert";
import { readDescriptors } from "./descriptors.ts";

Deno.test("descriptors: a copy answers by chain, contract and type, in any spelling", async () => {
  const path = await Deno.makeTempFile();
  try {
    const address = `0x${"aB".repeat(20)}` as const;
    const type = `0x${"cd".repeat(32)}` as const;
    await Deno.writeTextFile(
      path,
      JSON.stringify({
        contracts: { [`1:${address.toLowerCase()}`]: "h" },
        typed: { [`1:${address.toLowerCase()}:${type}`]: "t" },
        texts: { h: "{}", t: "[]" },
      }),
    );
    const of = await readDescriptors(path);
    assertEquals(
      [of(1, address, type), of(10, address, type), of(1, address, `0x${"ce".repeat(32)}`)],
      ["[]", undefined, undefined],
    );
    assertEquals([of(1, address), of(10, address), of(1, `0x${"00".repeat(20)}`)], [
      "{}",
      undefined,
      undefined,
    ]);
    await Deno.writeTextFile(path, '{"contracts":[]}');
    await assertRejects(() => readDescriptors(path), Error, "deno task descriptors");
    await assertRejects(() => readDescriptors(`${path}.none`));
  } finally {
    await Deno.remove(path);
  }
});
