/** Schedules the refreshes of a quote. @module */

/** Refreshes a quote this long before it expires, so that a signed operation can still land. */
const RENEW_BEFORE_MS = 20_000;

/** Minimum pause between two refreshes; it doubles while quotes expire too soon. */
const MIN_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 60_000;

/** Pause between two quotes of an operation that cannot succeed yet. */
const POLL_MS = 5_000;

/** A timer for a single pending refresh. */
export interface RefreshTimer {
  /** Refreshes before the quote expires, in this many milliseconds. */
  beforeExpiry(left: number): void;
  /** Refreshes soon: the operation cannot succeed yet, and funds may arrive. */
  poll(): void;
  /** Cancels the refresh. */
  clear(): void;
}

/** Creates the timer; it calls `refresh`. */
export function refreshTimer(refresh: () => void): RefreshTimer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = MIN_PAUSE_MS;
  const start = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(refresh, Math.min(ms, 2 ** 31 - 1));
  };
  return {
    beforeExpiry(left) {
      const wanted = left - RENEW_BEFORE_MS;
      start(Math.max(wanted, pause));
      pause = wanted < pause ? Math.min(2 * pause, MAX_PAUSE_MS) : MIN_PAUSE_MS;
    },
    poll: () => start(POLL_MS),
    clear: () => clearTimeout(timer),
  };
}
