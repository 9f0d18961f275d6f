/**
 * Window of a flow: one surface in which the flow's screens follow each other.
 *
 * @module
 */
import { render } from "preact";
import type { DialogMethod } from "@sdk/core/dialog";
import type { Locale } from "../text/locale.ts";
import type { Screen } from "../screens/screens.ts";
import { Screens } from "./screens_view.tsx";
import { createGuard } from "./guard.ts";
import { lockScroll } from "./scroll_lock.ts";
import type { Session } from "./session.ts";
import { css } from "./styles.ts";
import { watchSteady } from "./steady.ts";
import { openSurface } from "./surface.ts";
import { watchVisibility } from "./visibility.ts";

/** An open window. */
export interface DialogWindow {
  /** Id of its flow. */
  readonly flow: string;
  /** Shows a request in place of the previous one. */
  show<M extends DialogMethod>(session: Session<M>, screen: Screen<M>): void;
  /** Removes everything. */
  close(): void;
}

/** Options of a window. */
export interface WindowOptions {
  /** Id of its flow. */
  readonly flow: string;
  /** Style rules of the theme. */
  readonly themeCss: string;
  /** Language of the texts. */
  readonly locale: Locale;
  /** Called after the page made the window impossible to show, and everything was removed. */
  readonly onGone: () => void;
  /** Opens the dialog in a window, where it is shown in a frame. */
  readonly openInWindow?: () => void;
}

/** Dialogs outside of frames are always visible. */
const alwaysVisible = { get: () => true, subscribe: () => () => {} };

/** Opens a window. */
export function openWindow(document: Document, options: WindowOptions): DialogWindow {
  const { locale } = options;
  let session: Session | null = null;
  const guard = createGuard();
  const leave = () => {
    close();
    options.onGone();
  };
  const surface = openSurface(document, { css, onGone: leave });
  surface.setTheme(options.themeCss);
  const unlock = lockScroll(document);
  const { dialog, root } = surface;
  const view = document.createElement("div");
  view.className = "root";
  view.dir = locale.text.dir;
  view.lang = locale.tag;
  view.setAttribute("part", "root");
  root.append(view);

  const visibility = watchVisibility(dialog);
  const report = () => guard.setVisible(visibility?.get() ?? true);
  visibility?.subscribe(report);
  report();

  const listeners = new AbortController();
  const { signal } = listeners;
  const reject = () => {
    // While the passkey prompt is open, the browser handles Escape.
    const phase = session?.phase.get().name;
    if (phase === "review") session?.reject();
    else if (phase === "done") leave();
  };
  // First, since a press on a frame that just moved was meant for something else.
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
      reject();
    }
  }, { signal });
  // The system's own way back (a gesture, a close request).
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    reject();
  }, { signal });
  // The page's shortcuts must not react to typing here.
  for (const type of ["keydown", "keyup", "keypress"]) {
    dialog.addEventListener(type, (event) => event.stopPropagation(), { signal });
  }

  // A pressed button may be gone after the next render: the focus must not be lost with it.
  let focused: EventTarget | null = null;
  view.addEventListener("focusin", (event) => focused = event.target, { signal });
  const keeper = new MutationObserver(() => {
    if (focused instanceof Node && !focused.isConnected) focusFirst();
  });
  keeper.observe(view, { childList: true, subtree: true });
  function focusFirst(): void {
    const targets = view.querySelectorAll<HTMLElement>("[data-initial]");
    const target = targets[targets.length - 1] ?? view.querySelector<HTMLElement>("[data-title]");
    focused = target ?? null;
    target?.focus({ preventScroll: true });
  }

  let closed = false;
  function close(): void {
    if (closed) return;
    closed = true;
    listeners.abort();
    keeper.disconnect();
    visibility?.stop();
    render(null, view);
    unlock();
    surface.close();
  }

  return {
    flow: options.flow,
    show(next, screen) {
      session = next;
      guard.renew();
      const keyboard = document.defaultView?.matchMedia?.("(pointer: fine)").matches ?? true;
      render(
        <Screens
          key={next.request.id}
          session={next}
          screen={screen}
          context={{
            ...locale,
            guard,
            keyboard,
            isVisible: visibility ?? alwaysVisible,
            ...(options.openInWindow && { openInWindow: options.openInWindow }),
          }}
          onName={(name) => dialog.setAttribute("aria-label", name)}
        />,
        view,
      );
      focusFirst();
    },
    close,
  };
}
