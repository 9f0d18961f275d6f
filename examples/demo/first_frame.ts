/** Draws the invitation immediately, until the page's code is loaded. @module */
import { stepNames } from "./story/step_names.ts";
import type { Words } from "./text/text.ts";

/** The invitation before the page's code is loaded. */
export interface FirstFrame {
  /** Returns once whether its button was pressed. */
  takePress(): boolean;
  /** Waits until a started press has finished, because it would be lost with the button. */
  released(): Promise<void>;
}

/** Maximum duration of a press, in milliseconds. */
const MAX_PRESS_MS = 1_000;

/** Draws it. */
export function drawFirstFrame(place: HTMLElement, words: Words): FirstFrame {
  let pressed = false;
  const start = element("button", "primary large", words.start);
  start.addEventListener("click", () => {
    pressed = true;
    start.textContent = words.waiting;
    start.setAttribute("aria-busy", "true");
  });
  const released = watchPress(start);
  const brand = element("span", "brand", "Meadow");
  brand.prepend(document.importNode(document.querySelector("template")!.content, true));
  const steps = stepNames.map((name) =>
    element(
      "li",
      "step ahead",
      element(
        "div",
        "step-text",
        element("h2", "", words[name].title),
        element("p", "muted small", words[name].line),
      ),
    )
  );
  place.replaceChildren(
    element("header", "header", brand),
    element(
      "main",
      "hero",
      element(
        "div",
        "",
        element("p", "eyebrow", words.eyebrow),
        element("h1", "", words.title),
        element("p", "lead", words.lead),
        start,
        element("p", "hint", words.worthless),
      ),
      element("section", "card", element("ol", "steps", ...steps)),
    ),
  );
  return {
    released,
    takePress() {
      const taken = pressed;
      pressed = false;
      return taken;
    },
  };
}

/** Draws that the page's code failed to load. */
export function drawFailure(place: HTMLElement, words: Words, reload: () => void): void {
  const again = element("button", "primary large", words.reload);
  again.dataset.testid = "reload";
  again.addEventListener("click", reload);
  const problem = element("p", "error", words.unloaded);
  problem.setAttribute("role", "alert");
  place.replaceChildren(element("main", "hero", element("div", "", problem, again)));
}

function watchPress(button: HTMLElement): () => Promise<void> {
  let down = false;
  let release = () => {};
  for (const type of ["pointerdown", "keydown"]) button.addEventListener(type, () => down = true);
  for (const type of ["pointerup", "pointercancel", "keyup"]) {
    // The click follows in the same turn.
    document.addEventListener(type, () => setTimeout(() => (down = false, release())), true);
  }
  return async () => {
    if (!down) return;
    let late: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((done) => {
      release = done;
      late = setTimeout(done, MAX_PRESS_MS);
    });
    clearTimeout(late);
  };
}

function element(name: string, look: string, ...content: readonly (string | Node)[]): HTMLElement {
  const made = document.createElement(name);
  made.className = look;
  made.append(...content);
  return made;
}
