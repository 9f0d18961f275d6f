/** Lets the visitor pay fees with `?fee=own` in the URL, to try both options. @module */

/** Returns true if the URL requests it. */
export function paysOwnFee(): boolean {
  return new URLSearchParams(location.search).get("fee") === "own";
}
