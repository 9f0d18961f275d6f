/** The version that wagmi's tests expect in errors. @module */

/** In place of the real one. */
export const version = "x.y.z";
