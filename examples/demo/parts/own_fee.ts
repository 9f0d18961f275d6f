/** Lets the visitor pay fees with `?fee=own` in the address, to try both ways. @module */

/** Returns true if the address asks for it. */
export function paysOwnFee(): boolean {
  return new URLSearchParams(location.search).get("fee") === "own";
}
