/** Words for what a request moves, and for signing in. @module */
import type { CauseText } from "../text.ts";

/** The words. */
export interface ReadingWords {
  readonly allows: string;
  readonly everything: string;
  readonly collection: string;
  readonly control: string;
  readonly heldBy: string;
  readonly inAll: string;
  readonly inside: string;
  /** Parts of the headline of a batch. */
  readonly collectibles: (count: number, shown: string) => string;
  readonly unknownTokens: (count: number, shown: string) => string;
  readonly moreTokens: (count: number, shown: string) => string;
  readonly handOver: string;
  /** Of what another account holds, such as one with several owners. */
  readonly othersGive: (amounts: string) => string;
  readonly othersAllow: (amounts: string) => string;
  readonly allOfTheirs: (symbol: string) => string;
  /** Line below the headline: what the simulation expects. */
  readonly expectGet: (amounts: string) => string;
  readonly expectGive: (amounts: string) => string;
  readonly expectBoth: (given: string, got: string) => string;
  readonly expectSome: (count: number, shown: string) => string;
  /** Of a token that also leaves: what is left of it in the end. */
  readonly endMore: (amounts: string) => string;
  /** Gains that any contract could have made up. */
  readonly alsoExpected: (changes: string) => CauseText;
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
