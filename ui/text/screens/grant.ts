/** Words for the most that a permission can cost, and for granting less. @module */
/** The words. */
export interface GrantWords {
  /**
   * The most that can be lost: the dApp, allowances with their periods, the end, and the sum. Empty
   * for no allowance, no end that a calendar reaches, and a sum that says no more than the limits.
   */
  readonly most: (app: string, limits: string, end?: string, all?: string) => string;
  readonly less: string;
  readonly lessHint: string;
  readonly tooMuch: (most: string) => string;
  readonly tooLate: string;
}
