/**
 * Tracks whether a framed dialog is visible to the user. The embedding page could cover the frame,
 * make it transparent or tiny, or move it under the pointer at the last moment; only the browser
 * can detect this. The browser also drops presses on a recently moved frame, for frames that
 * observe visibility.
 *
 * @see https://w3c.github.io/IntersectionObserver/v2/
 * @module
 */
import { type Readable, writable } from "@sdk/core/dialog";

/** Minimum size for legible content. */
const minimum = {
  /** CSS pixels; a phone at 400 % zoom has more. */
  width: 240,
  height: 200,
  /** Device pixels per CSS pixel: a page can shrink a frame by zooming out. */
  pixels: 0.5,
};

/** Interval of the browser's checks, the standard's minimum. */
const DELAY_MS = 100;

/** Interval of renewing the browser's report, and its validity. */
const RENEWAL_MS = 250;
const EXPIRY_MS = 1_000;

/** Visibility of a dialog. */
export interface Visibility extends Readable<boolean> {
  /** Checks the conditions that the browser does not report. */
  look(): void;
  /** Stops tracking. */
  stop(): void;
}

/** Entry of Intersection Observer v2. */
type Entry = IntersectionObserverEntry & { readonly isVisible?: boolean };

/**
 * Tracks an element that fills the frame. It counts as hidden until the browser reports otherwise.
 *
 * @returns `null` outside of frames, or if the browser does not support it
 */
export function watchVisibility(element: Element): Visibility | null {
  const view = element.ownerDocument.defaultView;
  if (view === null || view.top === view || !canTell(view)) return null;
  const visible = writable(false);
  let bare = false;
  let reportedAt = -Infinity;
  let awaited = true;
  const look = () => {
    const { innerWidth, innerHeight, devicePixelRatio } = view;
    const fresh = view.performance.now() - reportedAt < EXPIRY_MS;
    const legible = innerWidth >= minimum.width && innerHeight >= minimum.height &&
      devicePixelRatio >= minimum.pixels;
    const now = bare && fresh && legible;
    if (now !== visible.get()) visible.set(now);
  };
  const observer = new view.IntersectionObserver(
    (entries) => {
      awaited = false;
      const entry = entries.at(-1) as Entry;
      bare = entry.isVisible === true && entry.intersectionRatio >= 0.99;
      reportedAt = entry.time;
      look();
    },
    { threshold: [0, 0.99, 1], trackVisibility: true, delay: DELAY_MS } as IntersectionObserverInit,
  );
  observer.observe(element);
  // Browsers report only changes, and late when busy, so a report expires unless it is renewed. A
  // busy browser gets no new request before it answered; otherwise, it would never answer.
  const beat = view.setInterval(() => {
    if (!awaited) {
      awaited = true;
      observer.unobserve(element);
      observer.observe(element);
    }
    look();
  }, RENEWAL_MS);
  view.addEventListener("resize", look);
  return {
    ...visible,
    look,
    stop() {
      view.clearInterval(beat);
      observer.disconnect();
      view.removeEventListener("resize", look);
    },
  };
}

/** Returns whether the browser reports true visibility. */
function canTell(view: Window & typeof globalThis): boolean {
  return "isVisible" in (view.IntersectionObserverEntry?.prototype ?? {});
}
