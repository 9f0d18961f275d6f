/** Deletes what is old, again and again. @module */
import { pause } from "../lib/pause.ts";
import type { Log } from "../telemetry/log.ts";

const HOUR_MS = 3_600_000;
/** Pause after the first of several failures, in milliseconds; each further one doubles it. */
const RETRY_MS = 60_000;

/** When to clean up. */
export interface CleanUpOptions {
  /** Gets what failed, by its name. */
  readonly log: Log;
  /** Ends the clean-up. */
  readonly signal: AbortSignal;
  /** Milliseconds from the end of a work to its next time; an hour by default. Failures wait no longer. */
  readonly interval?: number;
}

/**
 * Works at once, and again a while after the end: one that takes longer is not begun a second time
 * beside itself. None waits for the others; one that failed is logged, and tried again after a minute,
 * then after two, and so on: a database that is locked or away comes back sooner than in an hour.
 * Resolves once all have ended after the signal.
 */
export async function cleanUp(
  works: Readonly<Record<string, () => Promise<unknown>>>,
  { log, signal, interval = HOUR_MS }: CleanUpOptions,
): Promise<void> {
  await Promise.all(
    Object.entries(works).map(async ([name, work]) => {
      let retry = RETRY_MS;
      while (!signal.aborted) {
        try {
          await work();
          retry = RETRY_MS;
          await pause(interval, signal);
        } catch (error) {
          log("error", name, {}, error);
          await pause(Math.min(retry, interval), signal);
          retry = Math.min(2 * retry, HOUR_MS);
        }
      }
    }),
  );
}
