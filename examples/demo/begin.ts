/** Brings the page: its first frame at once, its libraries one after the other, then itself. @module */
import { drawFailure, drawFirstFrame } from "./first_frame.ts";
import type { Words } from "./text/text.ts";

/** Parts of the beginning. */
export interface Beginning {
  readonly place: HTMLElement;
  readonly words: Words;
  /** Whether the address leads to the invitation. */
  readonly invites: boolean;
  /** Load what the page needs. */
  readonly loads: readonly (() => Promise<unknown>)[];
  /** Shows the page, and calls back once it is in the document. */
  readonly show: (shown: () => void) => Promise<void>;
  /** Loads the document again. */
  readonly reload: () => void;
}

/** Brings the page. What does not load is told, and can be tried again. */
export async function begin(
  { place, words, invites, loads, show, reload }: Beginning,
): Promise<void> {
  const frame = invites ? drawFirstFrame(place, words) : undefined;
  try {
    // Each in a task of its own: all at once would keep the page from answering.
    for (const load of loads) {
      await load();
      await new Promise((resolve) => setTimeout(resolve));
    }
    await frame?.released();
    // Before that the first frame is there, and takes presses.
    await show(() => {
      if (frame?.takePress()) place.querySelector<HTMLElement>(".large")?.click();
    });
  } catch (error) {
    console.error(error);
    drawFailure(place, words, reload);
  }
}
