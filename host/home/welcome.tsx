/** First visit: nothing but the way in, drawn before the rest of the page is there. @module */
import { render, type VNode } from "preact";
import type { Language } from "../language.ts";
import { hostPromise } from "../other_hosts.ts";
import { type HomeText, loadText } from "../text/text.ts";
import { MarkIcon } from "./icons.tsx";
import { Network } from "./network.tsx";
import { hashOf } from "./route.ts";

/** Page of a device without accounts. */
export function Welcome({ text, start }: { text: HomeText; start: () => void }): VNode {
  return (
    <main class="welcome">
      <Network text={text} />
      <span class="mark">
        <MarkIcon />
      </span>
      <h1>{text.welcome}</h1>
      <p>{text.welcomeLine}</p>
      <button type="button" class="primary wide" data-testid="home-sign-in" onClick={start}>
        {text.start}
      </button>
      <a class="quiet" href={hashOf("lost")} data-testid="home-lost">{text.lost}</a>
      <p class="note foot">
        {hostPromise(text)} <a href={hashOf("privacy")}>{text.privacy}</a>
      </p>
    </main>
  );
}

/** Draws it, and calls back with each press; what takes its place unmounts it. */
export async function drawWelcome(
  place: HTMLElement,
  language: Language,
  start: () => void,
): Promise<void> {
  const text = await loadText(language);
  document.title = text.title;
  place.replaceChildren();
  render(<Welcome text={text} start={start} />, place);
}
