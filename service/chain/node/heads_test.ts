import { assertEquals } from "@std/assert";
import { createHeads } from "./heads.ts";

Deno.test("heads: an older answer is stale, unless a different block is at its height", () => {
  let now = 0;
  const heads = createHeads(() => now);
  const see = (number: number, hash = `${number}`) => heads.see({ number, hash });
  assertEquals(heads.top(), -1);
  assertEquals([see(7), see(8), see(10)], [0, 0, 0]);
  // A lagging answer, at an observed block and at an unknown one.
  assertEquals([see(8), see(9), heads.top()], [2, 1, 10]);
  // Another block at the same height, and at a lower one: reorganisations.
  assertEquals([see(10, "other"), see(10), heads.top()], [0, 0, 10]);
  assertEquals([see(8, "other"), heads.top()], [0, 8]);
  assertEquals(see(7), 1);
  // A height that only one answer ever reported is not trusted forever.
  assertEquals(see(60), 0);
  now = 60_000;
  assertEquals(see(9) > 0, true);
  now = 60_001;
  assertEquals([see(9), heads.top()], [0, 9]);
});

Deno.test("heads: a far block is accepted after nodes have reported it for some seconds", () => {
  let now = 0;
  const heads = createHeads(() => now);
  const see = (number: number) => heads.see({ number, hash: `${number}` });
  assertEquals(see(1_000), 0);
  // One node answers from far ahead for a moment. The other nodes are still used.
  for (now = 0; now < 2_600; now += 200) assertEquals([see(6_000) > 0, see(1_000)], [true, 0]);
  assertEquals([see(1_001), heads.top()], [0, 1_001]);
  // All nodes are ahead: a service that was suspended, or answers again after an outage.
  for (now = 3_000; now < 6_000; now += 200) assertEquals(see(6_000 + now / 200) > 0, true);
  assertEquals([see(6_040), heads.top()], [0, 6_040]);
  // It was a lie: after some seconds without another answer from there the chain is back.
  for (now = 7_000; now < 10_000; now += 200) assertEquals(see(1_002) > 0, true);
  assertEquals([see(1_003), heads.top()], [0, 1_003]);
  // A node that lags stays old as long as others confirm the highest block.
  see(1_300);
  for (now = 11_000; now < 30_000; now += 200) {
    assertEquals([see(1_100) > 0, see(1_300)], [true, 0]);
  }
});

Deno.test("heads: a quick chain is accepted immediately after half a minute without a request", () => {
  let now = 0;
  const heads = createHeads(() => now);
  heads.see({ number: 1_000, hash: "a" });
  now = 30_000;
  assertEquals(heads.see({ number: 1_000 + 300 + 1_000, hash: "b" }), 0);
});

Deno.test("heads: the clock is compared with new blocks, not with those on an idle chain", () => {
  let now = 0;
  const day = 86_400_000;
  let ahead = 0;
  const heads = createHeads(() => now, () => 1_000_000_000 + now + ahead);
  const see = (number: number, age: number) =>
    heads.see({ number, hash: `${number}`, timestamp: (1_000_000_000 + now) / 1_000 - age });
  // The block of an idle chain is old and does not show the clock.
  see(1, 7_200);
  assertEquals(heads.clockDifference(), null);
  now += 60_000;
  see(2, 50);
  assertEquals(heads.clockDifference(), null);
  now += 5_000;
  see(3, 2);
  assertEquals(heads.clockDifference(), 2);
  ahead = day;
  now += 5_000;
  see(3, 7);
  assertEquals(heads.clockDifference(), 2);
  see(4, 1);
  assertEquals(heads.clockDifference(), 86_401);
  ahead = 0;
  now += 5_000;
  see(5, 1);
  assertEquals(heads.clockDifference(), 1);
});

Deno.test("heads: memory is bounded", () => {
  const heads = createHeads();
  for (let number = 0; number < 10_000; number++) heads.see({ number, hash: "a" });
  // Too long ago to compare: it counts as old.
  assertEquals(heads.see({ number: 5, hash: "b" }), 9_994);
  assertEquals(heads.see({ number: 9_900, hash: "b" }), 0);
});

Deno.test("heads: one answer from far ahead, such as another chain's, does not make others stale", () => {
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
  // After a long time without requests, the service trusts the first answer.
  now += 60_001;
  assertEquals([see(21_000_000), heads.top()], [0, 21_000_000]);
});
