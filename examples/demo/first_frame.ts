/** Draws the invitation at once, until the page's code is there. @module */
import { stepNames } from "./story/step_names.ts";
import type { Words } from "./text/text.ts";

/** Draws it; the returned function tells whether its button was pressed. */
export function drawFirstFrame(place: HTMLElement, words: Words): () => boolean {
  let pressed = false;
  const start = element("button", "primary large", words.start);
  start.addEventListener("click", () => pressed = true);
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
  return () => pressed;
}

function element(name: string, look: string, ...content: readonly (string | Node)[]): HTMLElement {
  const made = document.createElement(name);
  made.className = look;
  made.append(...content);
  return made;
}
