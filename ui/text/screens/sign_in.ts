/** Words of a sign-in while connecting. @module */

/** The words. */
export interface SignInWords {
  /** The session of the site ends then. */
  readonly until: (time: string) => string;
  /** The session of the site begins then. */
  readonly from: (time: string) => string;
  /** Heading of the addresses that the site lists. */
  readonly resources: string;
  /** Id that the site gave the request. */
  readonly request: string;
}
