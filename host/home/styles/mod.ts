/** Adds the styles of the wallet home; the shell's styles are in `style.css`. @module */
import { frame } from "./frame.ts";
import { rows } from "./rows.ts";

/** Adds the styles to a document, as permitted by its content security policy. */
export function adoptStyles(document: Document): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(frame + rows);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
