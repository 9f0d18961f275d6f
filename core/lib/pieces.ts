/** Does long work in pieces, between which a page answers. @module */

/** Work that yields wherever it may be interrupted. */
export type Pieces<T> = Generator<void, T, void>;

/** Milliseconds after which the page gets a turn: a frame's time. */
const TURN_MS = 12;

/** Pieces of short work. */
const SHORT = 500;

/** Does the work without a break. */
export function atOnce<T>(work: Pieces<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Does the work, and lets the page answer in between. */
export async function inPieces<T>(work: Pieces<T>): Promise<T> {
  for (;;) {
    const end = performance.now() + TURN_MS;
    do {
      const { done, value } = work.next();
      if (done) return value;
    } while (performance.now() < end);
    await turn();
  }
}

/**
 * Goes on with the result of the work: in the same call if it is short, since a browser lets a page
 * open a window for a click for a while only.
 */
export function afterPieces<T, R>(work: Pieces<T>, next: (result: T) => Promise<R>): Promise<R> {
  for (let left = SHORT; left--;) {
    const { done, value } = work.next();
    if (done) return next(value);
  }
  return inPieces(work).then(next);
}

/** Resolves in a task of its own. Timers would wait longer: a second in a page that is hidden. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
