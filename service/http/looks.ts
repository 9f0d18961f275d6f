/** Looks at what waits, again and again, and measures how busy the thread is. @module */

/** Looks while something waits. */
export interface Looks {
  /** Begins to look, unless it does already or nothing waits. */
  start(): void;
  /** Returns the part of its time that the thread has lacked recently, from 0 to 1. */
  load(): number;
}

/** Options of {@linkcode createLooks}. */
export interface LooksOptions {
  readonly now: () => number;
  readonly after: (callback: () => void, milliseconds: number) => unknown;
  /** Returns whether something waits. */
  readonly waits: () => boolean;
  /** Looks. */
  readonly look: (late: boolean) => void;
}

/** Milliseconds between two looks. */
const LOOK_MS = 5;
/** Delay of a look, in milliseconds, from which the thread has no time now; timers of idle ones have 1.5. */
const LATE_MS = 2;
/** Delay that timers of an idle thread have on average, in milliseconds. */
const IDLE_MS = 1;
/** How long a look counts, in milliseconds. */
const MEMORY_MS = 150;
/** After as long without looks, in milliseconds, what they had found is old. */
const OLD_MS = 250;
/** Load to begin with: the thread may have been busy, and most are not. */
const UNKNOWN = 0.1;

/** Creates the looks. A timer that is late shows that the thread is busy, whatever the reason. */
export function createLooks({ now, after, waits, look }: LooksOptions): Looks {
  let looking = false;
  let looked = -Infinity;
  let load = UNKNOWN;
  const start = () => {
    if (looking || !waits()) return;
    looking = true;
    const begun = now();
    if (begun - looked >= OLD_MS) load = UNKNOWN;
    after(() => {
      looking = false;
      looked = now();
      const took = looked - begun;
      const delay = took - LOOK_MS;
      const lacked = Math.max(0, delay - IDLE_MS) / took;
      // A pause counts as long as it was.
      load = lacked + (load - lacked) * Math.exp(-took / MEMORY_MS);
      look(delay >= LATE_MS);
      start();
    }, LOOK_MS);
  };
  return { start, load: () => load };
}
