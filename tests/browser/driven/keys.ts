/** Keys by their names, as WebDriver writes them. @module */

/** Code points of the standard. See https://www.w3.org/TR/webdriver2/#keyboard-actions */
const codes: Readonly<Record<string, string>> = {
  ArrowDown: "\uE015",
  ArrowLeft: "\uE012",
  ArrowRight: "\uE014",
  ArrowUp: "\uE013",
  End: "\uE010",
  Enter: "\uE007",
  Escape: "\uE00C",
  Home: "\uE011",
  Space: " ",
  Tab: "\uE004",
};

/** The character of a key: its own, or that of its name. */
export function keyValue(name: string): string {
  const value = [...name].length === 1 ? name : codes[name];
  if (value === undefined) throw new Error(`No code is known for the key ${name}.`);
  return value;
}
