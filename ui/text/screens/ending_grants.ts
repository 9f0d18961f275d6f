/** Words for permissions that end with an owner. @module */
/** The words. */
export interface EndingWords {
  readonly ends: string;
  readonly none: string;
  readonly unknown: string;
  readonly standing: string;
  readonly approvalsUnknown: string;
  readonly endThem: string;
  readonly approvals: string;
}
