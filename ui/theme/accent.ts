/** Colours derived from what an app chose, kept readable. Loaded only for such themes. @module */
import type { Theme } from "@sdk/core/dialog";
import { contrast, type Oklch, readable, readColor, writeColor } from "./color.ts";
import { type ColorName, colorNames, inkNames, type Palette, textPairs } from "./variables.ts";

/** Contrast that text must reach (WCAG 2.2, 1.4.3). */
const TEXT = 4.5;
/** Contrast of the main words: they also stand on tints of the surfaces, in notes. */
const WORDS = 7;
/** Contrast that lines and icons must reach (WCAG 2.2, 1.4.11). */
const SHAPE = 3;

/** A palette with the theme's accent and its `cssVariables`, readable whatever they are. */
export function applyColors(base: Palette, theme: Theme, scheme: "light" | "dark"): Palette {
  const accented = applyAccent(base, theme, scheme);
  return applyVariables(accented, theme.cssVariables ?? {});
}

/** Replaces the colours that follow from the accent. */
function applyAccent(base: Palette, theme: Theme, scheme: "light" | "dark"): Palette {
  const accent = readHex(theme.accentColor);
  if (accent === null) return base;
  const background = readColor(base.background)!;
  const card = readColor(base.card)!;
  // A dark accent would sink into a dark dialog.
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
    "accent-foreground": writeColor(readable(primary, [background, card, tint], TEXT)),
    "ring": writeColor(
      readable({ ...primary, c: primary.c * 0.6 }, [background, card], SHAPE),
    ),
  };
}

/** Text on an accent: what the app wishes if it can be read, else the lighter or darker default. */
function foregroundOn(primary: Oklch, wish: Oklch | null): Oklch {
  if (wish !== null) return readable(wish, [primary], TEXT);
  const lightText = { l: 0.99, c: Math.min(primary.c, 0.005), h: primary.h };
  const darkText = { l: 0.17, c: Math.min(primary.c, 0.03), h: primary.h };
  const best = contrast(lightText, primary) >= contrast(darkText, primary) ? lightText : darkText;
  return readable(best, [primary], TEXT);
}

/** Sets single colours; then moves texts that can no longer be read. */
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
    // Where so much cannot be had, what any text must have.
    const words = text === "foreground" ? readable(get(text), behind, WORDS) : get(text);
    next[text] = writeColor(readable(words, behind, TEXT));
  }
  const surfaces = [get("background"), get("card")];
  for (const name of inkNames) {
    if (set.has(name) || set.has("background") || set.has("card")) {
      next[name] = writeColor(readable(get(name), surfaces, TEXT));
      const text: ColorName = `${name}-foreground`;
      next[text] = writeColor(readable(get(text), [get(name)], TEXT));
    }
  }
  for (const name of ["ring", "input"] as const) {
    next[name] = writeColor(readable(get(name), surfaces, SHAPE));
  }
  return next;
}

/** Reads `#rgb` or `#rrggbb`. */
function readHex(text: string | undefined): Oklch | null {
  return typeof text === "string" && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)
    ? readColor(text)
    : null;
}
