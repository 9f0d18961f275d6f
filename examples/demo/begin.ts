/**
 * Loads the page: its first frame immediately, its libraries one after the other, then the page
 * itself.
 *
 * @module
 */
import { drawFailure, drawFirstFrame } from "./first_frame.ts";
import type { Words } from "./text/text.ts";

/** Dependencies of the start. */
export interface Beginning {
  readonly place: HTMLElement;
  readonly words: Words;
  /** True if the URL leads to the invitation. */
  readonly invites: boolean;
  /** Load the dependencies of the page. */
  readonly loads: readonly (() => Promise<unknown>)[];
  /** Shows the page, and calls back once it is in the document. */
  readonly show: (shown: () => void) => Promise<void>;
  /** Reloads the document. */
  readonly reload: () => void;
}

/** Loads the page. A load failure is shown with a retry button. */
export async function begin(
  { place, words, invites, loads, show, reload }: Beginning,
): Promise<void> {
  const frame = invites ? drawFirstFrame(place, words) : undefined;
  try {
    // Each in a separate task: loading all of them in one task would block the page.
    for (const load of loads) {
      await load();
      await new Promise((resolve) => setTimeout(resolve));
    }
    await frame?.released();
    // Until then, the first frame is shown and accepts presses.
    await show(() => {
      if (frame?.takePress()) place.querySelector<HTMLElement>(".large")?.click();
    });
  } catch (error) {
    console.error(error);
    drawFailure(place, words, reload);
  }
}
