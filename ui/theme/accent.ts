/** Derives readable colors from an app's theme; loaded only for themes with colors. @module */
import type { Theme } from "@sdk/core/dialog";
import { contrast, type Oklch, readable, readColor, writeColor } from "./color.ts";
import { type ColorName, colorNames, inkNames, type Palette, textPairs } from "./variables.ts";

/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
const TEXT_CONTRAST = 4.5;
/** Minimum contrast of primary text, including on tinted notes. */
const PRIMARY_TEXT_CONTRAST = 7;
/** Minimum contrast of lines and icons (WCAG 2.2, 1.4.11). */
const SHAPE_CONTRAST = 3;

/** Returns a palette with the theme's accent and its `cssVariables`, always readable. */
export function applyColors(base: Palette, theme: Theme, scheme: "light" | "dark"): Palette {
  const accented = applyAccent(base, theme, scheme);
  return applyVariables(accented, theme.cssVariables ?? {});
}

/** Replaces the colors that depend on the accent. */
function applyAccent(base: Palette, theme: Theme, scheme: "light" | "dark"): Palette {
  const accent = readHex(theme.accentColor);
  if (accent === null) return base;
  const background = readColor(base.background)!;
  const card = readColor(base.card)!;
  // A dark accent would be invisible in a dark dialog.
  const primary = scheme === "dark" && accent.l < 0.68
    ? { ...accent, l: 0.68 + (accent.l - 0.68) * 0.1 }
    : accent;
  const tint = scheme === "dark"
    ? { l: 0.3, c: Math.min(accent.c, 0.055), h: accent.h }
    : { l: 0.955, c: Math.min(accent.c, 0.022), h: accent.h };
  return {
    ...base,
    "primary": writeColor(primary),
    "primary-foreground": writeColor(foregroundOn(primary, readHex(theme.accentColorForeground))),
    "accent": writeColor(tint),
    "accent-foreground": writeColor(readable(primary, [background, card, tint], TEXT_CONTRAST)),
    "ring": writeColor(
      readable({ ...primary, c: primary.c * 0.6 }, [background, card], SHAPE_CONTRAST),
    ),
  };
}

/** Returns the text color on an accent: the app's if it is readable, or otherwise a default. */
function foregroundOn(primary: Oklch, wish: Oklch | null): Oklch {
  if (wish !== null) return readable(wish, [primary], TEXT_CONTRAST);
  const lightText = { l: 0.99, c: Math.min(primary.c, 0.005), h: primary.h };
  const darkText = { l: 0.17, c: Math.min(primary.c, 0.03), h: primary.h };
  const best = contrast(lightText, primary) >= contrast(darkText, primary) ? lightText : darkText;
  return readable(best, [primary], TEXT_CONTRAST);
}

/** Sets single colors, then adjusts texts that became unreadable. */
function applyVariables(base: Palette, variables: Readonly<Record<string, string>>): Palette {
  const next: Record<ColorName, string> = { ...base };
  const set = new Set<ColorName>();
  for (const name of colorNames) {
    const value = variables[`--sdk-color-${name}`];
    const color = typeof value === "string" ? readColor(value.slice(0, 100)) : null;
    if (color === null) continue;
    next[name] = writeColor(color);
    set.add(name);
  }
  if (set.size === 0) return next;
  const get = (name: ColorName) => readColor(next[name])!;
  const texts = new Set(textPairs.map(([text]) => text));
  for (const text of texts) {
    const backgrounds = textPairs.filter(([name]) => name === text).map(([, name]) => name);
    if (!set.has(text) && !backgrounds.some((name) => set.has(name))) continue;
    const behind = backgrounds.map(get);
    // If the higher contrast cannot be reached, the minimum for all text applies.
    const words = text === "foreground"
      ? readable(get(text), behind, PRIMARY_TEXT_CONTRAST)
      : get(text);
    next[text] = writeColor(readable(words, behind, TEXT_CONTRAST));
  }
  const surfaces = [get("background"), get("card")];
  for (const name of inkNames) {
    if (set.has(name) || set.has("background") || set.has("card")) {
      next[name] = writeColor(readable(get(name), surfaces, TEXT_CONTRAST));
      const text: ColorName = `${name}-foreground`;
      next[text] = writeColor(readable(get(text), [get(name)], TEXT_CONTRAST));
    }
  }
  for (const name of ["ring", "input"] as const) {
    next[name] = writeColor(readable(get(name), surfaces, SHAPE_CONTRAST));
  }
  return next;
}

/** Reads `#rgb` or `#rrggbb`. */
function readHex(text: string | undefined): Oklch | null {
  return typeof text === "string" && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)
    ? readColor(text)
    : null;
}
