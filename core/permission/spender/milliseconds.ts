/** Tells times in milliseconds from those in seconds. @module */

/**
 * Returns whether a time in seconds was meant in milliseconds: those from 2001 to 5138 are tens of
 * thousands of years away in seconds.
 */
export const isMilliseconds = (time: number): boolean => time >= 1e12 && time < 1e14;
