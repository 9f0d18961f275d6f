/** Colors in OKLCH and their measured contrast. @module */
// @ts-types="npm:@types/culori@^4.0.1/fn"
import {
  clampChroma,
  modeHsl,
  modeHwb,
  modeLab,
  modeLch,
  modeLrgb,
  modeOklab,
  modeOklch,
  modeRgb,
  parse,
  useMode,
  wcagContrast,
} from "culori/fn";

useMode(modeRgb);
useMode(modeLrgb);
useMode(modeOklab);
useMode(modeHsl);
useMode(modeHwb);
useMode(modeLab);
useMode(modeLch);
const toOklch = useMode(modeOklch);

/** Contrast that may be lost when colors are written and read again. */
const ROUNDING = 0.02;

/** Grays, close enough to meet the narrowest band. */
const greys: readonly Oklch[] = Array.from({ length: 501 }, (_, i) => ({ l: i / 500, c: 0, h: 0 }));

/** A color in OKLCH: lightness 0 to 1, chroma, hue in degrees. */
export interface Oklch {
  /** Lightness, 0 to 1. */
  readonly l: number;
  /** Chroma, about 0 to 0.37. */
  readonly c: number;
  /** Hue in degrees. */
  readonly h: number;
}

/** Reads a CSS color; `null` if it is invalid or not opaque, because its contrast is undefined. */
export function readColor(text: string): Oklch | null {
  const color = parse(text);
  if (color === undefined || (color.alpha ?? 1) < 1) return null;
  const { l, c, h } = toOklch(color);
  return fit({ l, c, h: h ?? 0 });
}

/** Writes a color as CSS, inside the sRGB gamut. */
export function writeColor(color: Oklch): string {
  const { l, c, h } = fit(color);
  return `oklch(${round(l, 4)} ${round(c, 4)} ${round(h, 2)})`;
}

/** WCAG 2 contrast of two colors, 1 to 21, measured in their written form. */
export function contrast(a: Oklch, b: Oklch): number {
  return wcagContrast(writeColor(a), writeColor(b));
}

/**
 * Returns the color closest in lightness that reaches a contrast with all given backgrounds. If no
 * color does (backgrounds on both sides), returns black or white, whichever is better.
 */
export function readable(color: Oklch, backgrounds: readonly Oklch[], least: number): Oklch {
  const ratio = least + ROUNDING;
  const worst = (c: Oklch) => Math.min(...backgrounds.map((b) => contrast(c, b)));
  if (worst(color) >= ratio) return color;
  // Reduces chroma if the color itself cannot reach the contrast.
  for (const c of [color.c, color.c / 2]) {
    for (let step = 0; step <= 1; step += 0.01) {
      const found = [color.l - step, color.l + step]
        .filter((l) => l >= 0 && l <= 1)
        .map((l) => fit({ ...color, l, c }))
        .find((candidate) => worst(candidate) >= ratio);
      if (found !== undefined) return found;
    }
  }
  // Between black and white only a narrow band of grays is readable: all are tried, nearest first.
  const grey = greys.toSorted((a, b) => Math.abs(a.l - color.l) - Math.abs(b.l - color.l))
    .find((candidate) => worst(candidate) >= ratio);
  if (grey !== undefined) return grey;
  const black = { l: 0, c: 0, h: 0 };
  const white = { l: 1, c: 0, h: 0 };
  return worst(black) > worst(white) ? black : white;
}

/** Reduces chroma until the color can be shown in sRGB. */
function fit({ l, c, h }: Oklch): Oklch {
  const lightness = Math.min(1, Math.max(0, l));
  const color = clampChroma({ mode: "oklch", l: lightness, c: Math.max(0, c), h }, "oklch");
  return { l: color.l, c: color.c, h: color.h ?? h };
}

/** Rounds to a number of decimals. */
function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
