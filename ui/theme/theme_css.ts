/** Generates the style rules of a theme. @module */
import type { Theme } from "@sdk/core/dialog";
import { dark, light } from "./palettes.ts";
import { colorNames, type Palette } from "./variables.ts";

const radii = { sm: "6px", md: "12px", lg: "20px" } as const;

const fonts = {
  system: `ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", ` +
    `"Noto Sans Arabic", sans-serif`,
  rounded: `ui-rounded, "SF Pro Rounded", "Hiragino Maru Gothic ProN", Quicksand, Nunito, ` +
    `"Arial Rounded MT Bold", system-ui, sans-serif`,
  mono: `ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace`,
} as const;

/**
 * Generates the rules for `:host`. The page's rules for `[data-sdk-modal-container]` override them,
 * as the third layer of customization. `auto` is a media query, so it follows the system while a
 * dialog is open, without a listener.
 */
export async function themeCss(theme: Theme): Promise<string> {
  const mode = theme.mode === "light" || theme.mode === "dark" ? theme.mode : "auto";
  const [bright, deep] = await palettes(theme);
  const common = [
    `--sdk-radius:${cleanLength(theme.cssVariables?.["--sdk-radius"]) ?? radius(theme)}`,
    `--sdk-font-family:${cleanFont(theme.cssVariables?.["--sdk-font-family"]) ?? font(theme)}`,
  ].join(";");
  const lightRule = `:host{color-scheme:light;${declarations(bright)}}`;
  const darkRule = `:host{color-scheme:dark;${declarations(deep)}}`;
  const base = `:host{${common}}`;
  if (mode === "light") return base + lightRule;
  if (mode === "dark") return base + darkRule;
  return `${base}${lightRule}@media (prefers-color-scheme:dark){${darkRule}}`;
}

/** Returns both palettes; the color code is loaded only for themes with colors. */
async function palettes(theme: Theme): Promise<[light: Palette, dark: Palette]> {
  const own = theme.accentColor !== undefined ||
    Object.keys(theme.cssVariables ?? {}).some((name) => name.startsWith("--sdk-color-"));
  if (!own) return [light, dark];
  const { applyColors } = await import("./accent.ts");
  return [applyColors(light, theme, "light"), applyColors(dark, theme, "dark")];
}

/** Formats a palette as declarations. */
function declarations(palette: Palette): string {
  return colorNames.map((name) => `--sdk-color-${name}:${palette[name]}`).join(";");
}

/** Returns the corner radius; the default for unknown presets. */
function radius(theme: Theme): string {
  return radii[theme.borderRadius ?? "md"] ?? radii.md;
}

/** Returns the font stack; the default for unknown presets. */
function font(theme: Theme): string {
  return fonts[theme.fontStack ?? "system"] ?? fonts.system;
}

/** Returns a plain length of at most 40 px, so that a value cannot break out of its rule. */
function cleanLength(value: string | undefined): string | undefined {
  const match = typeof value === "string" && /^(\d{1,3}(?:\.\d{1,3})?)(px|rem|em)?$/.exec(value);
  if (!match) return undefined;
  const pixels = Number(match[1]) * (match[2] === "px" || match[2] === undefined ? 1 : 16);
  return `${Math.min(40, pixels)}px`;
}

/** Returns a plain list of font names, if valid. */
function cleanFont(value: string | undefined): string | undefined {
  if (typeof value !== "string" || value.length > 300) return undefined;
  return /^[\p{L}\p{N} ,"'-]+$/u.test(value) && isBalanced(value) ? value : undefined;
}

/** Returns whether quotes are balanced. */
function isBalanced(text: string): boolean {
  return text.split('"').length % 2 === 1 && text.split("'").length % 2 === 1;
}
