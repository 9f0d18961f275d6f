/** Words for what a request moves, and for signing in. @module */
/** The words. */
export interface ReadingWords {
  readonly allows: string;
  readonly everything: string;
  readonly collection: string;
  readonly control: string;
  readonly heldBy: string;
  readonly inAll: string;
  readonly inside: string;
  readonly named: string;
  /** Heading of bytes at the end of the call data, and what they do. */
  readonly suffix: string;
  readonly suffixHint: string;
  readonly signInTitle: (domain: string) => string;
  readonly signInIntro: string;
  readonly signIn: string;
  readonly consent: (domain: string) => string;
  readonly signAnyway: string;
}
