import { assertEquals, assertRejects } from "@std/assert";
import { readDescriptors } from "./descriptors.ts";

Deno.test("descriptors: a copy answers by chain and contract, in any spelling", async () => {
  const path = await Deno.makeTempFile();
  try {
    const address = `0x${"aB".repeat(20)}` as const;
    await Deno.writeTextFile(
      path,
      JSON.stringify({ contracts: { [`1:${address.toLowerCase()}`]: "h" }, texts: { h: "{}" } }),
    );
    const of = await readDescriptors(path);
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
  assertEquals((await readDescriptors(undefined))(1, `0x${"00".repeat(20)}`), undefined);
});
