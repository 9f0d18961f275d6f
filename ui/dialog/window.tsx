/**
 * Window of a flow: one surface that shows the flow's screens in sequence.
 *
 * @module
 */
import { render } from "preact";
import type { DialogMethod, DialogRequest } from "@sdk/core/dialog";
import type { Locale } from "../text/locale.ts";
import type { Screen } from "../screens/screen.ts";
import { Screens } from "./screens_view.tsx";
import { keepFocus } from "./focus.ts";
import { createGuard } from "../parts/hooks/guard.ts";
import { handleInput } from "./input.ts";
import { hasEnded } from "./outcome.ts";
import { count, list } from "../text/numbers.ts";
import { lockScroll } from "./scroll_lock.ts";
import { css } from "./styles.ts";
import { successOf, timeOf } from "./success.ts";
import { openSurface } from "./surface.ts";
import { watchVisibility } from "./visibility.ts";

/** An open window. */
export interface DialogWindow {
  /** Id of its flow. */
  readonly flow: string;
  /** Shows a request in place of the previous one. */
  show<M extends DialogMethod>(request: DialogRequest<M>, screen: Screen<M>): void;
  /** Returns the time in milliseconds for which a result must be visible. */
  timeOf<M extends DialogMethod>(request: DialogRequest<M>, screen: Screen<M>): number;
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
  /** Called after the page prevented the window's display, and all elements were removed. */
  readonly onGone: () => void;
  /** Opens the dialog in a window, if it is shown in a frame. */
  readonly openInWindow?: () => void;
  /** Continues on the user's phone. */
  readonly onPhone?: () => void;
  /** URL of the wallet home. */
  readonly homeUrl?: string;
}

/**
 * Loads the browser's language data before the first dialog, because it is slower than rendering
 * the dialog.
 */
export function warm({ tag }: Locale): void {
  count(0, tag);
  list([], tag);
}

/** Dialogs outside of frames are always visible. */
const alwaysVisible = { get: () => true, subscribe: () => () => {} };

/** Opens a window. */
export function openWindow(document: Document, options: WindowOptions): DialogWindow {
  const { locale } = options;
  let shown: DialogRequest | null = null;
  let cover: DialogRequest | null = null;
  const guard = createGuard();
  const leave = () => {
    close();
    options.onGone();
  };
  const surface = openSurface(document, { css, onGone: leave });
  surface.setTheme(options.themeCss);
  const unlock = lockScroll(document);
  const { dialog, root } = surface;
  const view = createView(document, locale);
  root.append(view);

  const visibility = watchVisibility(dialog);
  const report = () => guard.setVisible(visibility?.get() ?? true);
  visibility?.subscribe(report);
  report();

  const listeners = new AbortController();
  handleInput({
    dialog,
    view,
    guard,
    visibility,
    onLeave() {
      if (cover !== null) {
        if (cover.status.get().name === "review") cover.reject();
        return;
      }
      if (shown === null) return;
      if (hasEnded(shown)) leave();
      // While the passkey prompt is open, the browser handles Escape.
      else if (shown.status.get().name === "review") shown.reject();
    },
  }, listeners.signal);
  const focus = keepFocus(view);

  let closed = false;
  function close(): void {
    if (closed) return;
    closed = true;
    listeners.abort();
    focus.stop();
    visibility?.stop();
    unlock();
    surface.close(() => render(null, view));
  }

  return {
    flow: options.flow,
    show(request, screen) {
      // The next sheet fades over the same scrim.
      if (shown !== null) view.dataset.next = "";
      shown = request;
      cover = null;
      guard.renew();
      const keyboard = document.defaultView?.matchMedia?.("(pointer: fine)").matches ?? true;
      render(
        <Screens
          key={request.id}
          request={request}
          screen={screen}
          context={{
            ...locale,
            guard,
            keyboard,
            leave,
            addRules: surface.addRules,
            isVisible: visibility ?? alwaysVisible,
            ...(options.openInWindow && { openInWindow: options.openInWindow }),
            ...(options.onPhone && { onPhone: options.onPhone }),
            ...(options.homeUrl !== undefined && { homeUrl: options.homeUrl }),
          }}
          onName={(name) => dialog.setAttribute("aria-label", name)}
          onCover={(request) => {
            cover = request;
            guard.renew();
            // The next render replaces the sheets.
            setTimeout(() => closed || focus.begin());
          }}
        />,
        view,
      );
      // Focusing computes the layout, as the dialog's first frame does anyway.
      requestAnimationFrame(() => closed || focus.begin());
    },
    timeOf: (request, screen) => timeOf(successOf(request, screen, locale)),
    close,
  };
}

/** Creates the container element of the screens. */
function createView(document: Document, locale: Locale): HTMLElement {
  const view = document.createElement("div");
  view.className = "root";
  view.dir = locale.text.dir;
  view.lang = locale.tag;
  // The text is in the user's language already. A translator would change names, and keep outdated
  // amounts.
  view.setAttribute("translate", "no");
  view.setAttribute("part", "root");
  return view;
}
