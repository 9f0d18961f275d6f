/** Deletes old data periodically. @module */
import { pause } from "../lib/pause.ts";
import type { Log } from "../lib/log.ts";

const HOUR_MS = 3_600_000;
/** Pause after the first of several failures, in milliseconds; it doubles with each failure. */
const RETRY_MS = 60_000;

/** When to clean up. */
export interface CleanUpOptions {
  /** Receives failures, by name. */
  readonly log: Log;
  /** Ends the clean-up. */
  readonly signal: AbortSignal;
  /**
   * Delay between runs of a job in milliseconds. Default: one hour. Failed jobs are never retried
   * later than that.
   */
  readonly interval?: number;
}

/**
 * Runs each job immediately, and again some time after it finished, so that a slow job never
 * overlaps itself. Jobs do not wait for each other. A failed job is logged and retried after one
 * minute, then two, and so on: a locked or unreachable database usually recovers in less than an
 * hour. Resolves once all jobs have finished after the signal.
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
