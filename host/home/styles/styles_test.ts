/** Styles of the wallet home: one scale of text, and the dialogs' colors. */
import { assertEquals } from "@std/assert";
import { frame } from "./frame.ts";
import { rows } from "./rows.ts";

const css = frame + rows;

Deno.test("styles: text has five sizes in rem and three weights", () => {
  const sizes = [...css.matchAll(/(?:font-size: ?|font: [^;]*?)([\d.]+r?em)/g)]
    .map(([, size]) => size!);
  assertEquals(
    [...new Set(sizes)].toSorted((a, b) => parseFloat(a) - parseFloat(b)),
    ["0.8125rem", "0.875rem", "1rem", "1.375rem", "2rem"],
  );
  const weights = [...css.matchAll(/font(?:-weight)?: ?(\d{3})/g)].map(([, weight]) => weight);
  assertEquals([...new Set(weights)].toSorted(), ["450", "550", "650"]);
});
