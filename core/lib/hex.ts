/** Defines types of hex strings. @module */

/** A 0x-prefixed hex string. */
export type Hex = `0x${string}`;

/** A 0x-prefixed hex string of 20 bytes: the address of an account or a contract. */
export type Address = `0x${string}`;
