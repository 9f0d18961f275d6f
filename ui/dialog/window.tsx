/**
 * The window: one surface in which the screens of a flow follow each other.
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

/** A window that is open. */
export interface DialogWindow {
  /** The flow that it belongs to. */
  readonly flow: string;
  /** Shows a request, in place of the one before. */
  show<M extends DialogMethod>(session: Session<M>, screen: Screen<M>): void;
  /** Removes everything. */
  close(): void;
}

/** What a window needs. */
export interface WindowOptions {
  /** The flow that it belongs to. */
  readonly flow: string;
  /** The rules of the theme. */
  readonly themeCss: string;
  /** Language. */
  readonly locale: Locale;
  /** The window cannot stay open; it has removed everything. */
  readonly onGone: () => void;
  /** Shows the dialogs in another place, where a frame can be left. */
  readonly elsewhere?: () => void;
}

/** Outside of frames, what is open is seen. */
const alwaysSeen = { get: () => true, subscribe: () => () => {} };

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
  const see = () => guard.see(visibility?.get() ?? true);
  visibility?.subscribe(see);
  see();

  const listeners = new AbortController();
  const { signal } = listeners;
  const reject = () => {
    // While the passkey is in use, the browser's own prompt takes Escape.
    const phase = session?.phase.get().name;
    if (phase === "review") session?.reject();
    else if (phase === "done") leave();
  };
  // First: a press on what has just moved was meant for something else.
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
  // The page's shortcuts are not meant for what is typed here.
  for (const type of ["keydown", "keyup", "keypress"]) {
    dialog.addEventListener(type, (event) => event.stopPropagation(), { signal });
  }

  // A button that was pressed may be gone with the next rendering: the focus must not go with it.
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
          surroundings={{
            ...locale,
            guard,
            keyboard,
            seen: visibility ?? alwaysSeen,
            ...(options.elsewhere && { elsewhere: options.elsewhere }),
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
