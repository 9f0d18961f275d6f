/**
 * Whether a dialog in a frame is truly seen. A page that holds the frame could cover it, make it
 * transparent or tiny, or put it under the pointer at the last moment; only the browser can tell. It
 * also throws away presses on a frame that has just been moved, for frames that watch themselves.
 *
 * @see https://w3c.github.io/IntersectionObserver/v2/
 * @module
 */
import { type Readable, writable } from "@sdk/core/dialog";

/** Smaller than this, and nobody can read what is asked. */
const least = {
  /** CSS pixels; a phone at 400 % has more. */
  width: 240,
  height: 200,
  /** Device pixels per CSS pixel: a page can shrink a frame by zooming out of it. */
  pixels: 0.5,
};

/** Milliseconds between two looks of the browser; the standard's least. */
const delay = 100;

/** Milliseconds after which the browser is asked anew, and for which its word lasts. */
const renewal = 250;
const lasting = 1_000;

/** Whether a dialog is seen, and how to end the watch. */
export interface Visibility extends Readable<boolean> {
  /** Looks at what the browser does not tell by itself. */
  look(): void;
  /** Ends the watch. */
  stop(): void;
}

/** An entry of Intersection Observer v2. */
type Entry = IntersectionObserverEntry & { readonly isVisible?: boolean };

/**
 * Watches an element that fills the frame. Until the browser has said that it is seen, it is not.
 *
 * @returns `null` where there is no frame, or the browser cannot tell
 */
export function watchVisibility(element: Element): Visibility | null {
  const view = element.ownerDocument.defaultView;
  if (view === null || view.top === view || !canTell(view)) return null;
  const seen = writable(false);
  let bare = false;
  let toldAt = -Infinity;
  const look = () => {
    const { innerWidth, innerHeight, devicePixelRatio } = view;
    const fresh = view.performance.now() - toldAt < lasting;
    const legible = innerWidth >= least.width && innerHeight >= least.height &&
      devicePixelRatio >= least.pixels;
    const now = bare && fresh && legible;
    if (now !== seen.get()) seen.set(now);
  };
  const observer = new view.IntersectionObserver((entries) => {
    const entry = entries.at(-1) as Entry;
    bare = entry.isVisible === true && entry.intersectionRatio >= 0.99;
    toldAt = entry.time;
    look();
  }, { threshold: [0, 0.99, 1], trackVisibility: true, delay } as IntersectionObserverInit);
  observer.observe(element);
  // Browsers tell changes only, and late when they are busy: what is not told anew is not believed.
  const beat = view.setInterval(() => {
    observer.unobserve(element);
    observer.observe(element);
    look();
  }, renewal);
  view.addEventListener("resize", look);
  return {
    ...seen,
    look,
    stop() {
      view.clearInterval(beat);
      observer.disconnect();
      view.removeEventListener("resize", look);
    },
  };
}

/** Whether the browser tells true visibility. */
function canTell(view: Window & typeof globalThis): boolean {
  return "isVisible" in (view.IntersectionObserverEntry?.prototype ?? {});
}
