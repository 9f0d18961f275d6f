/** Handles presses and keys of a dialog. @module */
import type { Guard } from "../parts/hooks/guard.ts";
import { watchSteady } from "./steady.ts";
import type { Visibility } from "./visibility.ts";

/** Parts of a dialog that handle input. */
export interface InputOptions {
  /** The dialog element. */
  readonly dialog: HTMLElement;
  /** The view inside the dialog. */
  readonly view: HTMLElement;
  /** Guard against unintended confirmations. */
  readonly guard: Guard;
  /** Visibility of the dialog's frame; `null` outside of frames. */
  readonly visibility: Visibility | null;
  /** Called when the user closes the dialog by key or gesture. */
  readonly onLeave: () => void;
}

/** Adds the listeners, until `signal` is aborted. */
export function handleInput(options: InputOptions, signal: AbortSignal): void {
  const { dialog, view, guard, visibility, onLeave } = options;
  watchReturn(view.ownerDocument, visibility !== null, () => guard.renew(), signal);
  // Registered first, because a press on a recently moved frame was meant for other content.
  if (visibility !== null) watchSteady(view, () => guard.renew(), signal);
  view.addEventListener("pointerdown", (event) => {
    visibility?.look();
    guard.press(event);
  }, { signal, capture: true });
  view.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      visibility?.look();
      guard.press(event);
      if (event.repeat && !(event.target instanceof HTMLInputElement)) event.preventDefault();
    }
  }, { signal, capture: true });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing) {
      event.preventDefault();
      onLeave();
    }
  }, { signal });
  // The system's back gesture, or another close request.
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    onLeave();
  }, { signal });
  // The page's shortcuts must not react to typing here.
  for (const type of ["keydown", "keyup", "keypress"]) {
    dialog.addEventListener(type, (event) => event.stopPropagation(), { signal });
  }
}

/**
 * Calls `renew` when the user returns to the window, because a press that started over another
 * window was meant for that one. In a frame, only a return to the whole page counts: the focus
 * moves with every press on the frame.
 */
function watchReturn(
  document: Document,
  framed: boolean,
  renew: () => void,
  signal: AbortSignal,
): void {
  const { defaultView: window } = document;
  document.addEventListener("visibilitychange", renew, { signal });
  window?.addEventListener("pageshow", renew, { signal });
  if (!framed) window?.addEventListener("focus", renew, { signal });
}
