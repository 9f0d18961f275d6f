/** Adds the styles of the home page; those of the shell are in `style.css`. @module */
import { frame } from "./frame.ts";
import { rows } from "./rows.ts";

/** Adds the styles to a document, in a way that its policy allows. */
export function adoptStyles(document: Document): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(frame + rows);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
