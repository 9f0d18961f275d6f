/** First visit: only the sign-in screen, drawn before the rest of the page is loaded. @module */
import { render, type VNode } from "preact";
import type { FirstChoice } from "../device/first_choice.ts";
import type { Language } from "../page/language.ts";
import { load } from "../page/load.ts";
import type { HomeText } from "../text/home_en.ts";
import { loadText } from "../text/text.ts";
import { MarkIcon } from "../parts/icons.tsx";
import { Network } from "../parts/network.tsx";
import { hashOf } from "../parts/route.ts";

/** Page of a device without accounts. */
export function Welcome(
  { text, starting, start }: {
    text: HomeText;
    /** Choice whose passkey prompt is open. */
    starting: FirstChoice | null;
    start: (choice: FirstChoice) => void;
  },
): VNode {
  return (
    <main class="welcome">
      <Network text={text} />
      <span class="mark">
        <MarkIcon />
      </span>
      <h1>{text.welcome}</h1>
      <p>{text.welcomeLine}</p>
      <button
        type="button"
        class="primary wide"
        data-testid="home-sign-in"
        aria-busy={starting === "create"}
        onClick={() => start("create")}
      >
        {text.start}
      </button>
      <button
        type="button"
        class="wide"
        data-testid="home-sign-in-existing"
        aria-busy={starting === "existing"}
        onClick={() => start("existing")}
      >
        {text.haveAccount}
      </button>
      <div class="row-actions">
        <a class="quiet" href={hashOf("lost")} data-testid="home-lost">{text.lost}</a>
        <a class="quiet" href={hashOf("privacy")}>{text.privacy}</a>
      </div>
    </main>
  );
}

/** Maximum duration of a press, in milliseconds. */
const MAX_PRESS_MS = 2000;

/**
 * Draws the welcome screen, and calls back with each press; the content that replaces it unmounts
 * it. The returned function waits until a started press has finished, because it would be lost with
 * the button.
 */
export async function drawWelcome(
  place: HTMLElement,
  language: Language,
  start: (choice: FirstChoice) => void,
): Promise<() => Promise<void>> {
  const text = await load(place, () => loadText(language));
  document.title = text.title;
  place.replaceChildren();
  const draw = (starting: FirstChoice | null) =>
    render(<Welcome text={text} starting={starting} start={pressed} />, place);
  const pressed = (choice: FirstChoice) => {
    start(choice);
    draw(choice);
  };
  draw(null);
  return watchPresses(place);
}

function watchPresses(place: HTMLElement): () => Promise<void> {
  const ended = new AbortController();
  const options = { signal: ended.signal, capture: true };
  let down = false;
  let release = () => {};
  for (const type of ["pointerdown", "keydown"]) {
    place.addEventListener(type, () => down = true, options);
  }
  for (const type of ["pointerup", "pointercancel", "keyup", "blur"]) {
    // The click follows in the same turn.
    addEventListener(type, () => setTimeout(() => (down = false, release())), options);
  }
  return async () => {
    if (down) {
      await new Promise<void>((done) => {
        release = done;
        setTimeout(done, MAX_PRESS_MS);
      });
    }
    ended.abort();
  };
}
