/** Styles of the wallet home: one scale of text, and the dialogs' colors. */
import { assertEquals } from "@std/assert";
import { dark, light } from "../../../ui/theme/palettes.ts";
import type { ColorName } from "../../../ui/theme/variables.ts";
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

Deno.test("styles: surfaces, lines and accent are the dialogs', in both color schemes", () => {
  const pairs: readonly (readonly [own: string, light: ColorName, dark: ColorName])[] = [
    ["ink", "foreground", "foreground"],
    // The dialogs stand out from a light page, and from the scrim over a dark one.
    ["page", "card", "background"],
    ["card", "background", "card"],
    ["fill", "secondary", "secondary"],
    ["line", "border", "border"],
    ["field", "input", "input"],
    ["accent", "primary", "primary"],
    ["on-accent", "primary-foreground", "primary-foreground"],
  ];
  for (const [own, ofLight, ofDark] of pairs) {
    const value = new RegExp(`--${own}: (.*);`).exec(frame)?.[1];
    assertEquals([own, value], [own, `light-dark(${light[ofLight]}, ${dark[ofDark]})`]);
  }
});
