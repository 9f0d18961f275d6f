import { assertEquals, assertGreater, assertRejects, assertThrows } from "@std/assert";
import { atOnce, inPieces, type Pieces, turn } from "./pieces.ts";

/** Works for longer than a turn. */
function work(): void {
  for (const end = performance.now() + 15; performance.now() < end;);
}

function* sum(numbers: readonly number[]): Pieces<number> {
  let all = 0;
  for (const each of numbers) {
    if (Number.isNaN(each)) throw new RangeError("no number");
    work();
    all += each;
    yield;
  }
  return all;
}

Deno.test("pieces: other tasks run between them, and not without them", async () => {
  let turns = 0;
  let open = true;
  const watch = (async () => {
    for (; open; turns++) await turn();
  })();
  const all = inPieces(sum([1, 2, 3, 4]));
  assertEquals([await all, turns > 2], [10, true]);
  const before = turns;
  assertEquals(atOnce(sum([1, 2, 3, 4])), 10);
  assertEquals(turns, before);
  open = false;
  await watch;
  assertGreater(turns, before);
});

Deno.test("pieces: an error ends the work", async () => {
  assertThrows(() => atOnce(sum([1, NaN])), RangeError);
  await assertRejects(() => inPieces(sum([1, NaN])), RangeError);
});
