/** Splits long work into steps, so that the page stays responsive. @module */

/** Work that yields at every point where it may be interrupted. */
export type Pieces<T> = Generator<void, T, void>;

/** Milliseconds after which the page is unblocked: the duration of a frame. */
const TURN_MS = 12;

/** Maximum steps of short work. */
const SHORT = 500;

/** Does the work without interruption. */
export function atOnce<T>(work: Pieces<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Does the work in steps, and lets the page respond in between. */
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
 * Continues with the result of the work. Short work continues in the same call, because a browser
 * allows a page to open a window only for a short time after a click.
 */
export function afterPieces<T, R>(work: Pieces<T>, next: (result: T) => Promise<R>): Promise<R> {
  for (let left = SHORT; left--;) {
    const { done, value } = work.next();
    if (done) return next(value);
  }
  return inPieces(work).then(next);
}

/** Resolves in a separate task. Timers would take longer: a second in a hidden page. */
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
