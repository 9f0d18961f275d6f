/** Locks scrolling of the page behind a dialog, without a jump. @module */

/** Locks scrolling of a document; the returned function unlocks it. */
export function lockScroll(document: Document): () => void {
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
