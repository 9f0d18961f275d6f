/** The style sheet that sets the variables. @module */
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
 * The rules for `:host`. Rules of the page for `[data-sdk-modal-container]` win over them, which is
 * the third layer of customisation. `auto` is a media query: it follows the system while a dialog
 * is open, without a listener.
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

/** Both palettes; the colour code is loaded only when the theme brings colours of its own. */
async function palettes(theme: Theme): Promise<[light: Palette, dark: Palette]> {
  const own = theme.accentColor !== undefined ||
    Object.keys(theme.cssVariables ?? {}).some((name) => name.startsWith("--sdk-color-"));
  if (!own) return [light, dark];
  const { applyColors } = await import("./accent.ts");
  return [applyColors(light, theme, "light"), applyColors(dark, theme, "dark")];
}

/** Writes the colours as declarations. */
function declarations(palette: Palette): string {
  return colorNames.map((name) => `--sdk-color-${name}:${palette[name]}`).join(";");
}

/** The preset of the corner rounding; anything unknown is the default. */
function radius(theme: Theme): string {
  return radii[theme.borderRadius ?? "md"] ?? radii.md;
}

/** The preset of the font; anything unknown is the default. */
function font(theme: Theme): string {
  return fonts[theme.fontStack ?? "system"] ?? fonts.system;
}

/** A plain length of at most 40 px, or nothing: a rule cannot be broken out of. */
function cleanLength(value: string | undefined): string | undefined {
  const match = typeof value === "string" && /^(\d{1,3}(?:\.\d{1,3})?)(px|rem|em)?$/.exec(value);
  if (!match) return undefined;
  const pixels = Number(match[1]) * (match[2] === "px" || match[2] === undefined ? 1 : 16);
  return `${Math.min(40, pixels)}px`;
}

/** A list of font names, or nothing. */
function cleanFont(value: string | undefined): string | undefined {
  if (typeof value !== "string" || value.length > 300) return undefined;
  return /^[\p{L}\p{N} ,"'-]+$/u.test(value) && isBalanced(value) ? value : undefined;
}

/** Whether quotes are closed. */
function isBalanced(text: string): boolean {
  return text.split('"').length % 2 === 1 && text.split("'").length % 2 === 1;
}
