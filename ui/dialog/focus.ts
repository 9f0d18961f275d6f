/** Keeps the keyboard focus in the dialog. @module */

/** Focus of a view. */
export interface Focus {
  /** Focuses the element that the screen begins with. */
  begin(): void;
  /** Stops watching. */
  stop(): void;
}

/** Watches a view: a pressed button may be gone after the next render, and the focus with it. */
export function keepFocus(view: HTMLElement): Focus {
  let focused: EventTarget | null = null;
  const onFocus = (event: Event) => focused = event.target;
  const begin = () => {
    // A sheet that is covered by another one takes no focus.
    const among = (selector: string) =>
      [...view.querySelectorAll<HTMLElement>(selector)].filter((each) => !each.closest("[hidden]"));
    const target = among("[data-initial]").at(-1) ?? among("[data-title]")[0];
    focused = target ?? null;
    target?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (focused instanceof Node && !focused.isConnected) begin();
  });
  view.addEventListener("focusin", onFocus);
  observer.observe(view, { childList: true, subtree: true });
  return {
    begin,
    stop() {
      view.removeEventListener("focusin", onFocus);
      observer.disconnect();
    },
  };
}
