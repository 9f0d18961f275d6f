/** CSS variables of the dialogs. @module */

/** Color names without the prefix `--sdk-color-`. */
export const colorNames = [
  "background",
  "foreground",
  "card",
  "card-foreground",
  "primary",
  "primary-foreground",
  "secondary",
  "secondary-foreground",
  "muted",
  "muted-foreground",
  "accent",
  "accent-foreground",
  "border",
  "input",
  "ring",
  "destructive",
  "destructive-foreground",
  "success",
  "success-foreground",
  "warning",
  "warning-foreground",
  "info",
  "info-foreground",
] as const;

/** Name of a color. */
export type ColorName = typeof colorNames[number];

/** Value of each color. */
export type Palette = Readonly<Record<ColorName, string>>;

/** Text colors with every background that they appear on. */
export const textPairs: readonly (readonly [text: ColorName, background: ColorName])[] = [
  ["foreground", "background"],
  ["foreground", "card"],
  ["card-foreground", "card"],
  ["primary-foreground", "primary"],
  ["secondary-foreground", "secondary"],
  ["muted-foreground", "background"],
  ["muted-foreground", "card"],
  ["muted-foreground", "muted"],
  ["accent-foreground", "background"],
  ["accent-foreground", "card"],
  ["accent-foreground", "accent"],
  ["destructive-foreground", "destructive"],
  ["success-foreground", "success"],
  ["warning-foreground", "warning"],
  ["info-foreground", "info"],
];

/** Colors of lines, icons and small text on the two surfaces. */
export const inkNames = ["destructive", "success", "warning", "info"] as const;

/** All variables that `cssVariables` may set. */
export const variableNames: ReadonlySet<string> = new Set([
  ...colorNames.map((name) => `--sdk-color-${name}`),
  "--sdk-radius",
  "--sdk-font-family",
]);
