/** Sanitizes untrusted text for dialogs. @module */
import { withoutHidden } from "./hidden.ts";

/** Removes hidden characters, collapses white space and truncates to `max` characters. */
export function cleanText(value: unknown, max: number): string {
  if (typeof value !== "string") return "";
  const visible = withoutHidden(value.slice(0, max * 8).replace(/(?!\ufeff)\s/g, " "))
    .normalize("NFC");
  // Collapsed last: a removed character may have been between two spaces.
  const text = visible.replace(/ +/g, " ").trim();
  const points = [...text];
  return points.length > max ? `${cutText(text, points.slice(0, max - 1).join("").length)}…` : text;
}

/** Cuts a text at a position, or before the grapheme around it, unless that is the first one. */
export function cutText(text: string, end: number): string {
  // Some browsers with passkeys have no segmenter.
  const whole = Intl.Segmenter && new Intl.Segmenter().segment(text).containing(end)?.index;
  // Without the following emoji, a joiner is a hidden character.
  return text.slice(0, whole || end).replace(/\u200d$/, "");
}
