/** CSS variables of the dialogs. @module */

/** Colour names without the prefix `--sdk-color-`. */
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

/** Name of a colour. */
export type ColorName = typeof colorNames[number];

/** Value of each colour. */
export type Palette = Readonly<Record<ColorName, string>>;

/** Text colours with every background that they appear on. */
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

/** Colours of lines, icons and small text on the two surfaces. */
export const inkNames = ["destructive", "success", "warning", "info"] as const;

/** All variables that `cssVariables` may set. */
export const variableNames: ReadonlySet<string> = new Set([
  ...colorNames.map((name) => `--sdk-color-${name}`),
  "--sdk-radius",
  "--sdk-font-family",
]);
