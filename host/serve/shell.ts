/**
 * First frame of the wallet's window and of its home, in the page itself: the wallet's mark, and in
 * the window also space for the site and the shape of the content. It contains no text, so that it
 * needs no language, and no controls.
 *
 * @module
 */
import { markPaths } from "../page/mark.ts";

const paths = markPaths.map((d) => `<path d="${d}"/>`).join("");
const mark =
  `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round">${paths}</svg>`;

/** Markup of the wallet home's first frame: only the mark. */
export const homeShell: string = `<div class="splash" aria-hidden="true">${mark}</div>`;

/** Markup of the first frame. */
export const shell: string = `<div class="shell" aria-hidden="true">
  <div class="shell-head">
    ${mark}
    <b></b>
  </div>
  <i></i><i></i><i></i>
  <div class="shell-foot"><i></i><i></i></div>
</div>`;
