/** Whether the visitor pays fees: `?fee=own` in the address, so that both ways can be tried. @module */

/** Whether it was asked for. */
export function paysOwnFee(): boolean {
  return new URLSearchParams(location.search).get("fee") === "own";
}
