/** Tells times in milliseconds from those in seconds. @module */

/** Milliseconds of 2001; as many seconds are tens of thousands of years away. */
export const MILLISECONDS_FROM = 1e12;

/** Returns whether a time in seconds was meant in milliseconds: one from 2001 to 5138. */
export function isMilliseconds(time: number): boolean {
  return time >= MILLISECONDS_FROM && time < 1e14;
}
