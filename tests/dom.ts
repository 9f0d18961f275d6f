/** A document for tests: import it before any module that needs one. @module */
import { Window } from "happy-dom";

const view = new Window({
  url: "https://app.example/",
  width: 1000,
  height: 800,
  // Nothing moves, so that a closed dialog is removed immediately.
  settings: { device: { prefersReducedMotion: "reduce" } },
});
const names = [
  "window",
  "document",
  "HTMLElement",
  "HTMLInputElement",
  "HTMLDialogElement",
  "ShadowRoot",
  "MutationObserver",
  "ResizeObserver",
  "CSSStyleSheet",
  "Node",
  "Event",
  "KeyboardEvent",
  "MouseEvent",
  "PointerEvent",
  "getComputedStyle",
  "requestAnimationFrame",
  "cancelAnimationFrame",
] as const;
for (const name of names) {
  const value: unknown = name === "window" ? view : Reflect.get(view, name);
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** The window behind the globals. */
export const testWindow: Window = view;
