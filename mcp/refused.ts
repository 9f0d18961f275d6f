/** Defines the error of requests that are refused before anything is sent. @module */

/** A request that is refused before anything is sent. */
export class Refused extends Error {
  override readonly name = "Refused";
}
