/** Keeps the keyboard focus in the dialog. @module */

/** Focus of a view. */
export interface Focus {
  /** Focuses the first element of the screen. */
  begin(): void;
  /** Stops watching. */
  stop(): void;
}

/** Watches a view: a pressed button may be removed by the next render, and would lose the focus. */
export function keepFocus(view: HTMLElement): Focus {
  let focused: EventTarget | null = null;
  const onFocus = (event: Event) => focused = event.target;
  const begin = () => {
    // A sheet that is covered by another one does not get the focus.
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
