/** Words for the most that a permission can cost, and for granting less. @module */
/** The words. */
export interface GrantWords {
  /** Headline: the dApp, and what it can spend. */
  readonly spend: (app: string, limits: string) => string;
  /** An allowance and its period, within a sentence. */
  readonly limit: (amount: string, period: string) => string;
  /** Headline of a revocation: the site or agent, and what it can spend no more. */
  readonly stop: (app: string, limits: string) => string;
  /** The same without allowances. */
  readonly stopAll: (app: string) => string;
  /** An amount of a token without a name, in its smallest unit, with its shortened address. */
  readonly units: (figure: string, token: string) => string;
  /** An allowance without a limit, within a sentence. */
  readonly everything: (symbol: string) => string;
  /** The end and the sum, where the headline says the allowances; empty as for `most`. */
  readonly terms: (end?: string, all?: string) => string;
  /**
   * The most that can be lost: the dApp, allowances with their periods, the end, and the sum. Empty
   * for no allowance, no end that a calendar reaches, and a sum that says no more than the limits.
   */
  readonly most: (app: string, limits: string, end?: string, all?: string) => string;
  /** An agent, by the name that the app gave it, at the beginning of a sentence or within one. */
  readonly agent: (name: string, begins: boolean) => string;
  /** Words of others, in quotation marks. */
  readonly quoted: (words: string) => string;
  /** Labels of what an agent spends for, and of the hosts that it promises to pay. */
  readonly agentName: string;
  readonly purpose: string;
  readonly hosts: string;
  readonly hostsHint: string;
  /** Sender of a request that came by a link, and what that means. */
  readonly linkSays: string;
  readonly linkHint: string;
  readonly less: string;
  readonly lessHint: string;
  readonly tooMuch: (most: string) => string;
  readonly tooLate: string;
}
