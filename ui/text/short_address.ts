/** Shortens addresses. @module */

/** Shortens an address to its first and last characters, as everywhere in the wallet. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
