import { assertEquals } from "@std/assert";
import { bars, boundBars, measureBounds, measureGas } from "./gas.ts";
import { measureChanges, measureCreations, measureHighestIndex } from "./owner_gas.ts";

/** Fails unless each measurement is at most its bar. */
function assertWithin<Name extends string>(
  table: Record<Name, number>,
  limits: Record<Name, number>,
): void {
  for (const name of Object.keys(limits) as Name[]) {
    assertEquals(table[name] <= limits[name], true, `${name}: ${table[name]}`);
  }
}

Deno.test("operations cost no more than the bars", async () => {
  assertWithin(await measureGas(), bars);
});

Deno.test("bounds add no more than the bars", async () => {
  assertWithin(await measureBounds(), boundBars);
});

Deno.test("a change costs 67,500 gas and 3,750 per owner, the first 24,000 more", async () => {
  for (const { count, first, later } of await measureChanges([1, 2, 4, 8, 14])) {
    assertEquals(later <= 67_500 + 3_750 * count, true, `${count}: ${later}`);
    assertEquals(first <= later + 24_000, true, `${count}, first: ${first}`);
  }
});

Deno.test("creations with changes fit into the public mempool, as documented in the README", async () => {
  const [gas, bytes] = [500_000, 8_192];
  const table = await measureCreations();
  const fits = ({ verificationGas, bytes: all }: typeof table[keyof typeof table]) =>
    [verificationGas <= gas, all <= bytes] as const;
  assertEquals(fits(table["one checkpoint with four owners"]), [true, true]);
  assertEquals(fits(table["eight links of device keys at one index"]), [true, true]);
  assertEquals(fits(table["eight links at one index"]), [true, true]);
  // Eight new words of storage are too expensive.
  assertEquals(fits(table["eight links at new indices"]), [false, true]);
});

Deno.test("one change to the highest index leaves later ones affordable", async () => {
  const { before, after, creation } = await measureHighestIndex();
  // Each of the 31 assigned indices costs a cold read.
  assertEquals(after - before <= 31 * 2_600, true, `${before}, ${after}`);
  assertEquals(creation <= 500_000, true, `${creation}`);
});
