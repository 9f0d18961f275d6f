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
    showProblem(place, "failed");
    addEventListener("online", () => location.reload(), { once: true });
    // This page is of no further use: the promise stays pending.
    return new Promise<never>(() => {});
  });
}

/** Shows that the rest of the page failed to load, or that the window is cut from its site. */
export function showProblem(place: HTMLElement, problem: "failed" | "cut"): void {
  const text = shellTexts[resolveLocale(navigator.languages).language];
  const isCut = problem === "cut";
  const main = document.createElement("main");
  main.setAttribute("role", "alert");
  main.dataset.testid = `host-${problem}`;
  const title = document.createElement("h1");
  title.textContent = text[problem];
  const advice = document.createElement("p");
  advice.textContent = isCut ? text.cutAdvice : navigator.onLine ? text.later : text.offline;
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.testid = isCut ? "host-close" : "host-again";
  button.textContent = isCut ? text.close : text.again;
  button.addEventListener("click", () => isCut ? close() : location.reload());
  main.append(title, advice, button);
  place.replaceChildren(main);
}
