/** Fits the wallet's window to its sheet. @module */

/** Maximum inner height, in pixels. */
const MOST_PX = 720;
/** Smaller changes are not worth a movement. */
const LEAST_PX = 16;
/** Room of an operation for notes that its simulation adds later. */
const NOTES_PX = 88;

/**
 * Resizes the window to each new sheet, before the user can press its buttons. The sheet then keeps
 * its size, so that no button moves. Tabs and windows of installed apps ignore it.
 */
export function fitWindow(window: Window): void {
  const { document, screen } = window;
  let last: Element | undefined;
  const rootOf = () => document.querySelector("[data-sdk-modal-container]")?.shadowRoot;
  const fit = () => {
    const card = [...rootOf()?.querySelectorAll<HTMLElement>(".card") ?? []]
      .find((each) => each.offsetHeight > 0);
    if (card === undefined || card === last) return;
    last = card;
    const body = card.querySelector<HTMLElement>(".body");
    const content = body?.firstElementChild;
    if (!body || !(content instanceof HTMLElement)) return;
    const frame = window.outerHeight - window.innerHeight;
    const needed = card.offsetHeight + content.offsetHeight - body.clientHeight +
      (card.querySelector(".fee") === null ? 0 : NOTES_PX);
    const height = Math.min(needed, MOST_PX, screen.availHeight - frame);
    if (frame < 0 || Math.abs(height - window.innerHeight) < LEAST_PX) return;
    window.resizeTo(window.outerWidth, height + frame);
  };
  const later = () => void window.requestAnimationFrame(fit);
  const sheets = new MutationObserver(later);
  new MutationObserver(() => {
    const root = rootOf();
    if (root) sheets.observe(root, { childList: true, subtree: true });
    later();
  }).observe(document.documentElement, { childList: true, subtree: true });
}
