/**
 * First frame of the wallet's window and of its home, in the page itself: the wallet's mark, in the
 * window also room for the site and the shape of what comes. It holds no words, so that it needs no
 * language, and nothing that can be pressed.
 *
 * @module
 */

const mark =
  `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linejoin="round">
      <path d="M5.5 6.5h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2z"/>
      <path d="M19.5 10.5h-4a2 2 0 0 0 0 4h4"/>
    </svg>`;

/** Markup of the home page's first frame: the mark alone. */
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
