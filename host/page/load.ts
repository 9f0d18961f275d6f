/** Loads the rest of the page, and reports a failure. @module */
import { LOAD_TIMEOUT_MS, untilEnd } from "../../core/client/lazy.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { pageLocale } from "./language.ts";
import { shellTexts } from "./shell_text.ts";

/**
 * Loads a part of the page. If it fails or times out, the page shows the failure. It reloads when
 * the user clicks or the network is back, and then prompts for the dApp's request again.
 *
 * @throws {AcctError} `service_down` instead, while `inUse` returns true
 */
export function load<T>(
  place: HTMLElement,
  part: () => Promise<T>,
  inUse: () => boolean = () => false,
): Promise<T> {
  place.ariaBusy = "true";
  return untilEnd(part(), AbortSignal.timeout(LOAD_TIMEOUT_MS)).then((loaded) => {
    place.ariaBusy = null;
    return loaded;
  }, (cause) => {
    place.ariaBusy = null;
    if (inUse()) throw new AcctError("service_down", { detail: "(Its code did not load.)", cause });
    showFailure(place);
    // This page is no longer needed, so the promise stays pending.
    return new Promise<never>(() => {});
  });
}

/** Shows that the rest of the page failed to load. */
function showFailure(place: HTMLElement): void {
  const text = shellTexts[pageLocale().language];
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
