/** Words of the moment after a request was confirmed. @module */
/** The words. */
export interface SuccessWords {
  readonly connected: string;
  readonly sent: (amounts: string) => string;
  readonly sentSome: string;
  readonly signed: string;
  readonly allowed: string;
  readonly removed: string;
  readonly added: string;
  readonly saved: string;
}
