/** Tells times in milliseconds from those in seconds. @module */
import { AcctError } from "../../protocol/errors.ts";

/** Times from 2001 to 5138 in milliseconds; in seconds they are tens of thousands of years away. */
export const MILLISECONDS = { from: 1e12, to: 1e14 } as const;

/**
 * Refuses a time in seconds that was meant in milliseconds.
 *
 * @throws {AcctError} `invalid_params`
 */
export function refuseMilliseconds(seconds: number, field: string): void {
  if (seconds < MILLISECONDS.from || seconds >= MILLISECONDS.to) return;
  throw new AcctError("invalid_params", { field, detail: "It is in milliseconds: pass seconds." });
}
