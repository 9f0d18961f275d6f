/** Shows a button after the browser blocked the wallet host's window. @module */
import "../../chunks/first.ts";
import { AcctError } from "../../ground/errors.ts";

const style = `:host { all: initial; }
div { position: fixed; inset-block-end: 16px; inset-inline: 16px; margin-inline: auto;
  max-inline-size: 400px; box-sizing: border-box; z-index: 2147483647; display: flex; gap: 8px;
  align-items: center; padding: 12px 16px; border-radius: 14px; background: #17171c; color: #fff;
  font: 15px/1.4 system-ui, sans-serif; box-shadow: 0 8px 32px rgb(0 0 0 / .35); }
p { margin: 0; flex: 1; }
button { font: inherit; border: 0; border-radius: 9px; padding: 8px 14px; cursor: pointer;
  background: #fff; color: #17171c; font-weight: 600; }
button + button { background: transparent; color: #fff; font-weight: 400; }
button:focus-visible { outline: 2px solid #8ab4ff; outline-offset: 2px; }`;

/** Actions of the button. */
export interface ClickActions {
  /** Opens the window; returns false if it is blocked again. */
  open(): boolean;
  /** Cancels with the error for the app. */
  cancel(error: AcctError): void;
}

/**
 * Shows a button after the browser blocked a window, because only a new click may open it. If the
 * browser blocks the window in that click too, the request is cancelled.
 *
 * @returns removes the button
 */
export function askForClick(actions: ClickActions): () => void {
  const place = document.createElement("div");
  place.dataset.sdkPopupBlocked = "";
  const root = place.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [sheet];
  const bar = document.createElement("div");
  bar.setAttribute("role", "alertdialog");
  bar.setAttribute("aria-label", "The wallet window was blocked");
  const text = document.createElement("p");
  text.textContent = "The browser blocked the wallet window.";
  const button = (label: string, action: () => void) => {
    const element = document.createElement("button");
    element.type = "button";
    element.textContent = label;
    element.addEventListener("click", action);
    return element;
  };
  const cancel = (detail?: string) =>
    actions.cancel(new AcctError("popup_blocked", detail === undefined ? {} : { detail }));
  const open = button("Open wallet", () => {
    if (!actions.open()) {
      cancel(
        "It opens none in a click either. If the page is an installed app, open it in a browser.",
      );
    }
  });
  bar.append(text, open, button("Cancel", () => cancel()));
  root.append(bar);
  document.body.append(place);
  open.focus();
  return () => place.remove();
}
