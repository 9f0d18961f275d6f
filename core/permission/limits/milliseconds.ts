/** Distinguishes times in milliseconds from times in seconds. @module */

/**
 * Returns whether a time in seconds was probably meant in milliseconds: millisecond values of the
 * years 2001 to 5138 are tens of thousands of years away in seconds.
 */
export const isMilliseconds = (time: number): boolean => time >= 1e12 && time < 1e14;
