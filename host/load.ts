/** Loads the rest of the page, and says so where it cannot. @module */
import { spokenOf } from "./language.ts";
import { shellTexts } from "./shell_text.ts";

/**
 * Loads a part. If that fails, the person is told, and the page is loaded anew when they wish or when
 * the network is back: what the page that opened this one had asked is then asked again.
 */
export function load<T>(place: HTMLElement, part: () => Promise<T>): Promise<T> {
  place.ariaBusy = "true";
  return part().then((loaded) => {
    place.ariaBusy = null;
    return loaded;
  }, () => {
    place.ariaBusy = null;
    sayFailed(place);
    // Nothing comes of this page any more.
    return new Promise<never>(() => {});
  });
}

/** Says that the rest did not come. */
function sayFailed(place: HTMLElement): void {
  const text = shellTexts[spokenOf(navigator.languages).language];
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
