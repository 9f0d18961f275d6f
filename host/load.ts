/** Loads the rest of the page, and reports a failure. @module */
import { resolveLocale } from "./language.ts";
import { shellTexts } from "./shell_text.ts";

/**
 * Loads a part of the page. A failure is shown to the user; the page reloads on their click or once
 * the network is back, and then prompts for the dApp's request again.
 */
export function load<T>(place: HTMLElement, part: () => Promise<T>): Promise<T> {
  place.ariaBusy = "true";
  return part().then((loaded) => {
    place.ariaBusy = null;
    return loaded;
  }, () => {
    place.ariaBusy = null;
    showFailure(place);
    // This page is of no further use: the promise stays pending.
    return new Promise<never>(() => {});
  });
}

/** Shows that the rest of the page failed to load. */
function showFailure(place: HTMLElement): void {
  const text = shellTexts[resolveLocale(navigator.languages).language];
  const main = document.createElement("main");
  main.setAttribute("role", "alert");
  const title = document.createElement("h1");
  title.textContent = text.failed;
  const advice = document.createElement("p");
  advice.textContent = navigator.onLine ? text.later : text.offline;
  const again = document.createElement("button");
  again.type = "button";
  again.dataset.testid = "host-again";
  again.textContent = text.again;
  again.addEventListener("click", () => location.reload());
  main.append(title, advice, again);
  place.replaceChildren(main);
  addEventListener("online", () => location.reload(), { once: true });
}
