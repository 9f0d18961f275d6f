import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import type { Theme } from "../../core/dialog/theme.ts";
import { applyColors } from "./accent.ts";
import { contrast, readable, readColor, writeColor } from "./color.ts";
import { dark, light } from "./palettes.ts";
import { defaultTheme, resolveTheme } from "./resolve.ts";
import { themeCss } from "./theme_css.ts";
import { colorNames, inkNames, type Palette, textPairs, variableNames } from "./variables.ts";

const schemes = [["light", light], ["dark", dark]] as const;

/** Lists the unreadable pairs of a palette. */
function unreadable(palette: Palette): string[] {
  const ratio = (a: keyof Palette, b: keyof Palette) =>
    contrast(readColor(palette[a])!, readColor(palette[b])!);
  const texts = textPairs.filter(([text, background]) => ratio(text, background) < 4.5);
  const rings = (["background", "card"] as const).filter((name) => ratio("ring", name) < 3);
  return [...texts.map((pair) => pair.join(" on ")), ...rings.map((name) => `ring on ${name}`)];
}

const hex = fc.integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

Deno.test("default palettes are readable, inks on both surfaces too", () => {
  for (const [, palette] of schemes) {
    assertEquals(unreadable(palette), []);
    for (const ink of [...inkNames, "input"] as const) {
      const least = ink === "input" ? 3 : 4.5;
      for (const surface of ["background", "card"] as const) {
        const ratio = contrast(readColor(palette[ink])!, readColor(palette[surface])!);
        assert(ratio >= least, `${ink} on ${surface}: ${ratio}`);
      }
    }
  }
});

Deno.test("any accent, with or without a requested foreground, stays readable", () => {
  fc.assert(
    fc.property(hex, fc.option(hex, { nil: undefined }), (accentColor, wish) => {
      const theme: Theme = {
        accentColor,
        ...(wish !== undefined && { accentColorForeground: wish }),
      };
      for (const [scheme, palette] of schemes) {
        assertEquals(unreadable(applyColors(palette, theme, scheme)), []);
      }
    }),
    // A color at the limit must stay readable when it is written and read again.
    { numRuns: 300, examples: [["#fffffc", "#fffff4"]] },
  );
});

Deno.test("any cssVariables stay readable", () => {
  const variables = fc.dictionary(
    fc.constantFrom(...colorNames.map((name) => `--sdk-color-${name}`)),
    hex,
    { maxKeys: 6 },
  );
  fc.assert(
    fc.property(variables, fc.option(hex, { nil: undefined }), (cssVariables, accent) => {
      const theme: Theme = { cssVariables, ...(accent !== undefined && { accentColor: accent }) };
      for (const [scheme, palette] of schemes) {
        const result = applyColors(palette, theme, scheme);
        // Backgrounds on both sides of a text's lightness cannot both reach the contrast: the
        // better one counts.
        const impossible = new Set(
          unreadable(result).filter((pair) => {
            const [text] = pair.split(" on ");
            const backgrounds = textPairs.filter(([name]) => name === text).map(([, b]) => b);
            const surfaces = (text === "ring" ? ["background", "card"] as const : backgrounds)
              .map((name) => readColor(result[name])!);
            const best = readable({ l: 0.5, c: 0, h: 0 }, surfaces, text === "ring" ? 3 : 4.5);
            return surfaces.some((b) => contrast(best, b) < (text === "ring" ? 3 : 4.5));
          }),
        );
        assertEquals(unreadable(result).filter((pair) => !impossible.has(pair)), []);
      }
    }),
    {
      numRuns: 60,
      // Between a white and a black surface only a narrow band of grays is readable on both.
      examples: [[{ "--sdk-color-card": "#000000", "--sdk-color-accent": "#000000" }, "#fefffb"]],
    },
  );
});

Deno.test("primary text stays readable on the tint of a note, even in a monochrome palette", () => {
  for (const one of ["#ffffff", "#000000", "#fff4e0", "#101018", "#ffee00", "#002244"]) {
    const cssVariables = Object.fromEntries(colorNames.map((name) => [`--sdk-color-${name}`, one]));
    for (const [scheme, palette] of schemes) {
      const result = applyColors(palette, { cssVariables }, scheme);
      const words = readColor(result.foreground)!;
      for (const surface of ["background", "card"] as const) {
        assert(contrast(words, readColor(result[surface])!) >= 7, `${one} in ${scheme}`);
      }
    }
  }
});

Deno.test("an accent keeps its hue, and dark accents are lightened in dark mode", () => {
  const navy = "#1e3a8a";
  const asGiven = readColor(navy)!;
  const bright = readColor(applyColors(light, { accentColor: navy }, "light").primary)!;
  const deep = readColor(applyColors(dark, { accentColor: navy }, "dark").primary)!;
  assert(Math.abs(bright.l - asGiven.l) < 0.001);
  assert(deep.l > asGiven.l + 0.2);
  assert(Math.abs(deep.h - asGiven.h) < 3);
});

Deno.test("an invalid hex color is not used as accent", () => {
  for (const accentColor of ["red", "#12", "#1234567", "url(x)", "#ggg", "", "rgb(0 0 0)"]) {
    assertEquals(applyColors(light, { accentColor }, "light"), light);
  }
});

Deno.test("cssVariables: only listed names, only opaque colors, no CSS injection", async () => {
  const evil = {
    "--sdk-color-primary": "red;} * {display:none",
    "--sdk-color-background": "url(https://evil.example)",
    "--sdk-color-card": "#ffffff00",
    "--other": "1px",
    "color": "red",
    "--sdk-radius": "1px; position: fixed",
    "--sdk-font-family": "x; } :host { display: none",
  };
  const css = await themeCss({ mode: "light", cssVariables: evil });
  assertEquals(css, await themeCss({ mode: "light" }));
  const used = [...css.matchAll(/(--[a-z-]+):/g)].map((match) => match[1]!);
  assert(used.every((name) => variableNames.has(name)));
});

Deno.test("cssVariables come last, including layout variables", async () => {
  const css = await themeCss({
    mode: "dark",
    accentColor: "#ff0000",
    cssVariables: {
      "--sdk-color-primary": "#00ff00",
      "--sdk-radius": "3px",
      "--sdk-font-family": `"Comic Neue", cursive`,
    },
  });
  assertStringIncludes(css, `--sdk-color-primary:${writeColor(readColor("#00ff00")!)}`);
  assertStringIncludes(css, "--sdk-radius:3px");
  assertStringIncludes(css, `--sdk-font-family:"Comic Neue", cursive`);
});

Deno.test("auto follows the system by a media query, light and dark do not", async () => {
  assertStringIncludes(await themeCss({}), "@media (prefers-color-scheme:dark)");
  assertStringIncludes(await themeCss({ mode: "auto" }), "@media");
  for (const mode of ["light", "dark"] as const) {
    const css = await themeCss({ mode });
    assert(!css.includes("@media"));
    assertStringIncludes(css, `color-scheme:${mode}`);
  }
});

Deno.test("radius and font presets; unknown values use the defaults", async () => {
  assertStringIncludes(await themeCss({ borderRadius: "sm" }), "--sdk-radius:6px");
  assertStringIncludes(await themeCss({ borderRadius: "lg" }), "--sdk-radius:20px");
  assertStringIncludes(await themeCss({ fontStack: "mono" }), "ui-monospace");
  const odd = { borderRadius: "xl", fontStack: "comic", mode: "sepia" } as unknown as Theme;
  assertEquals(await themeCss(odd), await themeCss(defaultTheme));
});

Deno.test("the handler's own theme takes precedence over that of create", () => {
  assertEquals(resolveTheme({ mode: "dark" }, { mode: "light", accentColor: "#fff" }), {
    ...defaultTheme,
    mode: "dark",
  });
  assertEquals(resolveTheme(undefined, { borderRadius: "sm" }), {
    ...defaultTheme,
    borderRadius: "sm",
  });
  assertEquals(resolveTheme(undefined, undefined), defaultTheme);
});
