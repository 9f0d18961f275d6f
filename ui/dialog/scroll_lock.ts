/** Locks scrolling of the page behind a dialog, without a jump. @module */

/** Lock of a document. */
interface Lock {
  /** Number of dialogs that lock scrolling. */
  holders: number;
  /** Restores the document's own style. */
  readonly release: () => void;
}

/** Key of the lock: copies of the SDK in one page share it, and release it in any order. */
const LOCK: unique symbol = Symbol.for("acct.scroll_lock");

/** Locks scrolling of a document; the returned function unlocks it. */
export function lockScroll(document: Document): () => void {
  const root: HTMLElement & { [LOCK]?: Lock | undefined } = document.documentElement;
  const lock = root[LOCK] ??= { holders: 0, release: hideOverflow(document) };
  lock.holders++;
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    if (--lock.holders > 0) return;
    root[LOCK] = undefined;
    lock.release();
  };
}

/** Hides overflowing content; the returned function restores the style. */
function hideOverflow(document: Document): () => void {
  const root = document.documentElement;
  const view = document.defaultView;
  const bar = view === null ? 0 : view.innerWidth - root.clientWidth;
  const before = (["overflow", "scrollbar-gutter"] as const).map((name) =>
    [name, root.style.getPropertyValue(name), root.style.getPropertyPriority(name)] as const
  );
  root.style.setProperty("overflow", "hidden", "important");
  if (bar > 0) root.style.setProperty("scrollbar-gutter", "stable");
  return () => {
    for (const [name, value, priority] of before) {
      if (value === "") root.style.removeProperty(name);
      else root.style.setProperty(name, value, priority);
    }
    if (root.getAttribute("style") === "") root.removeAttribute("style");
  };
}
