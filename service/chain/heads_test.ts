import { assertEquals } from "@std/assert";
import { createHeads } from "./heads.ts";

Deno.test("heads: an older answer is old, unless another block stands at its height", () => {
  let now = 0;
  const heads = createHeads(() => now);
  const see = (number: number, hash = `${number}`) => heads.see({ number, hash });
  assertEquals(heads.top(), -1);
  assertEquals([see(7), see(8), see(10)], [0, 0, 0]);
  // Behind, at a block that was seen and at one that was not.
  assertEquals([see(8), see(9), heads.top()], [2, 1, 10]);
  // Another block at the same height, and at a lower one: reorganisations.
  assertEquals([see(10, "other"), see(10), heads.top()], [0, 0, 10]);
  assertEquals([see(8, "other"), heads.top()], [0, 8]);
  assertEquals(see(7), 1);
  // A height that only one answer has ever told is not believed forever.
  assertEquals(see(5_000), 0);
  now = 60_000;
  assertEquals(see(9) > 0, true);
  now = 60_001;
  assertEquals([see(9), heads.top()], [0, 9]);
});

Deno.test("heads: what is remembered is bounded", () => {
  const heads = createHeads();
  for (let number = 0; number < 10_000; number++) heads.see({ number, hash: "a" });
  // Too long ago to compare: it counts as old.
  assertEquals(heads.see({ number: 5, hash: "b" }), 9_994);
  assertEquals(heads.see({ number: 9_900, hash: "b" }), 0);
});

Deno.test("heads: one answer from far ahead, as another chain's, makes nothing of the others old", () => {
  let now = 0;
  const heads = createHeads(() => now);
  const see = (number: number) => heads.see({ number, hash: `${number}` });
  assertEquals(see(20_000_000), 0);
  assertEquals(see(350_000_000), 330_000_000);
  assertEquals([see(NaN), see(Infinity), heads.top()], [1, 1, 20_000_000]);
  assertEquals([see(20_000_001), heads.top()], [0, 20_000_001]);
  for (now = 10_000; now < 120_000; now += 10_000) {
    assertEquals(see(350_000_000) > 0, true);
    assertEquals(see(heads.top() + 1), 0);
  }
  // Asked for nothing in a while, the service believes what it is told.
  now += 60_001;
  assertEquals([see(21_000_000), heads.top()], [0, 21_000_000]);
});
