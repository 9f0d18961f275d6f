/**
 * Opens the dialog element: a native `<dialog>` over the whole viewport that contains the shadow
 * host. The page can reach these two elements, so they are styled by important inline declarations
 * (set through the CSSOM, which a strict CSP allows), and changes by the page are reverted.
 *
 * @module
 */

/** Declarations that no style sheet of the page can override. */
const dialogStyle: Readonly<Record<string, string>> = {
  "all": "initial",
  "display": "block",
  "position": "fixed",
  "inset": "0",
  "box-sizing": "border-box",
  "width": "100%",
  "height": "100%",
  "max-width": "none",
  "max-height": "none",
  "margin": "0",
  "padding": "0",
  "border": "0",
  "overflow": "hidden",
  "background": "transparent",
  "opacity": "1",
  "visibility": "visible",
  "pointer-events": "auto",
  "z-index": "2147483647",
};

/** Attributes with which a page could hide or disable the dialog. */
const hidingOnly = ["hidden", "inert", "aria-hidden", "popover"];
const hostile = [...hidingOnly, "class", "id", "dir", "lang"];

/** Duration and easing of the exit. */
const EXIT = { duration: 180, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)", fill: "forwards" } as const;

/** Maximum number of the page's changes that are reverted before the dialog fails. */
const MAX_REPAIRS = 100;

/** The two elements and their lifecycle. */
export interface Surface {
  /** The dialog element. */
  readonly dialog: HTMLDialogElement;
  /** The shadow host. */
  readonly container: HTMLElement;
  /** The open shadow root. */
  readonly root: ShadowRoot;
  /** Replaces the rules of the theme. */
  setTheme(css: string): void;
  /** Adds rules that follow all others; the same rules are added once. */
  addRules(css: string): void;
  /**
   * Restores the focus, and removes both elements after the content has faded. The page can be used
   * immediately. `onRemoved` is called afterwards.
   */
  close(onRemoved: () => void): void;
}

/** Opens the surface; `onGone` is called if the page prevents its display. */
export function openSurface(
  document: Document,
  options: { readonly css: string; readonly onGone: () => void },
): Surface {
  const focusedBefore = document.activeElement;
  const dialog = document.createElement("dialog");
  const container = document.createElement("div");
  container.setAttribute("data-sdk-modal-container", "");
  container.setAttribute("translate", "no");
  const root = container.attachShadow({ mode: "open" });
  const theme = addSheet(document, root, "");
  addSheet(document, root, options.css);
  const added = new Set<string>();
  dialog.append(container);
  restyle(dialog);
  mount();

  const style = dialog.style.cssText;
  let closed = false;
  let undone = 0;
  const observer = new MutationObserver(() => repair());
  observe();
  const reopen = () => repair();
  dialog.addEventListener("close", reopen);

  function mount(): void {
    if (!dialog.isConnected) (document.body ?? document.documentElement).append(dialog);
    if (!dialog.open) dialog.showModal();
  }

  function observe(): void {
    observer.observe(dialog, { attributes: true, childList: true });
    observer.observe(container, { attributes: true });
    observer.observe(document.documentElement, { childList: true });
    if (document.body) observer.observe(document.body, { childList: true });
  }

  /** Returns whether the page made a relevant change. */
  function isBroken(): boolean {
    return !dialog.isConnected || !dialog.open || !isModal(dialog) ||
      container.parentNode !== dialog || dialog.childNodes.length !== 1 ||
      dialog.style.cssText !== style || container.hasAttribute("style") ||
      hostile.some((name) => dialog.hasAttribute(name)) ||
      hidingOnly.some((name) => container.hasAttribute(name));
  }

  /** Reverts the page's changes; the SDK's own changes are not observed. */
  function repair(): void {
    if (closed || !isBroken()) return;
    if (++undone > MAX_REPAIRS) {
      options.onGone();
      return;
    }
    observer.disconnect();
    for (const name of hostile) dialog.removeAttribute(name);
    for (const name of [...hidingOnly, "style"]) container.removeAttribute(name);
    restyle(dialog);
    dialog.replaceChildren(container);
    if (!dialog.isConnected || !dialog.open || !isModal(dialog)) {
      dialog.close();
      dialog.removeAttribute("open");
      mount();
    }
    observe();
  }

  return {
    dialog,
    container,
    root,
    setTheme: theme,
    addRules(css) {
      if (added.has(css)) return;
      added.add(css);
      addSheet(document, root, css);
    },
    close(onRemoved) {
      if (closed) return;
      closed = true;
      observer.disconnect();
      dialog.removeEventListener("close", reopen);
      dialog.close();
      const remove = () => {
        dialog.remove();
        onRemoved();
      };
      if (fadeOut(root)) {
        dialog.inert = true;
        dialog.style.setProperty("pointer-events", "none", "important");
        container.removeAttribute("data-sdk-modal-container");
        setTimeout(remove, EXIT.duration);
      } else remove();
      if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) {
        focusedBefore.focus({ preventScroll: true });
      }
    },
  };
}

/** Fades the content; returns false if it has none, or for a user who prefers reduced motion. */
function fadeOut(root: ShadowRoot): boolean {
  const view = root.querySelector(".root");
  const moves = document.defaultView?.matchMedia?.("(prefers-reduced-motion: no-preference)");
  if (view === null || moves?.matches !== true) return false;
  view.animate({ opacity: 0 }, EXIT);
  for (const card of root.querySelectorAll(".card")) {
    card.animate({ transform: "translateY(16px)" }, EXIT);
  }
  return true;
}

/** Returns whether the dialog still blocks the page; true in engines without this information. */
function isModal(dialog: HTMLDialogElement): boolean {
  return globalThis.CSS?.supports?.("selector(:modal)") !== true || dialog.matches(":modal");
}

/** Sets the dialog's own declarations. */
function restyle(dialog: HTMLDialogElement): void {
  dialog.style.cssText = "";
  for (const [name, value] of Object.entries(dialogStyle)) {
    dialog.style.setProperty(name, value, "important");
  }
}

/** Adds a style sheet to a shadow root; returns a function that replaces its text. */
function addSheet(document: Document, root: ShadowRoot, css: string): (css: string) => void {
  const Sheet = document.defaultView?.CSSStyleSheet;
  if (Sheet !== undefined && "replaceSync" in Sheet.prototype && "adoptedStyleSheets" in root) {
    const sheet = new Sheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    return (text) => sheet.replaceSync(text);
  }
  const element = document.createElement("style");
  element.textContent = css;
  root.append(element);
  return (text) => void (element.textContent = text);
}
