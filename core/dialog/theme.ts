/** Theme of the dialogs. @module */

/** Appearance of the dialogs; used in AppSpecific mode only. */
export interface Theme {
  /** Color scheme; `auto` follows the system and updates live. Default: `auto`. */
  readonly mode?: "light" | "dark" | "auto";
  /** Primary color as hex (`#rgb` or `#rrggbb`). */
  readonly accentColor?: string;
  /** Text color on accent backgrounds. Default: derived from the luminance. */
  readonly accentColorForeground?: string;
  /** Corner rounding. Default: `md`. */
  readonly borderRadius?: "sm" | "md" | "lg";
  /** Font preset. Default: `system`. */
  readonly fontStack?: "system" | "rounded" | "mono";
  /** Overrides of single `--sdk-*` variables; highest priority. */
  readonly cssVariables?: Readonly<Record<string, string>>;
}

/** Alias of {@linkcode Theme}. */
export type JawTheme = Theme;
