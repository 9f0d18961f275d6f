/** Long lists: only rows around the visible part are in the page. */
import { assert, assertEquals } from "@std/assert";
import { visible } from "./windowed.tsx";

Deno.test("list: of 1,000 rows at most 60 are rendered, at any position, including all visible ones", () => {
  const items = Array.from(
    { length: 1_000 },
    (_, index) => ({ height: index % 7 === 0 ? 2.5 : 4.75 }),
  );
  const tops: number[] = [];
  items.reduce((top, { height }) => {
    tops.push(top);
    return top + height;
  }, 0);
  const whole = tops.at(-1)! + 4.75;
  for (let top = -30; top < whole; top += 13.7) {
    const bottom = top + 60;
    const [from, to] = visible(items, top, bottom);
    assert(to - from <= 60, `${to - from} rows at ${top}`);
    const seen = items.flatMap(({ height }, index) =>
      tops[index]! < bottom && tops[index]! + height > top ? [index] : []
    );
    assert(seen.every((index) => index >= from && index < to), `rows are missing at ${top}`);
  }
  assertEquals(visible([], 0, 60), [0, 0]);
  // Above the list, its start is rendered.
  assertEquals(visible(items, -500, -440)[0], 0);
});
