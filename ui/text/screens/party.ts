/** Words about whom something is sent to. @module */

/** The words. */
export interface PartyWords {
  /** This device has not paid the address before. */
  readonly first: string;
  /** It has; `shown` is the number in the language's digits. */
  readonly times: (count: number, shown: string) => string;
}
