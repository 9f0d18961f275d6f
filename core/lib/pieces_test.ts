import { assertEquals, assertGreater, assertRejects, assertThrows } from "@std/assert";
import { afterPieces, atOnce, inPieces, type Pieces, turn } from "./pieces.ts";

/** Works for longer than one step. */
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

Deno.test("pieces: other tasks run between steps, and not without them", async () => {
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

Deno.test("pieces: an error stops the work", async () => {
  assertThrows(() => atOnce(sum([1, NaN])), RangeError);
  await assertRejects(() => inPieces(sum([1, NaN])), RangeError);
});

Deno.test("pieces: short work continues in the same call, long work in another one", async () => {
  function* count(pieces: number): Pieces<number> {
    for (let done = 0; done < pieces; done++) yield;
    return pieces;
  }
  const heard: number[] = [];
  const hear = (pieces: number) => {
    heard.push(pieces);
    return Promise.resolve(-pieces);
  };
  const short = afterPieces(count(10), hear);
  assertEquals(heard, [10]);
  const long = afterPieces(count(10_000), hear);
  assertEquals(heard, [10]);
  assertEquals(await Promise.all([short, long]), [-10, -10_000]);
  assertEquals(heard, [10, 10_000]);
});
