/** Words of an update of the account's code, and of its creation on a network. @module */
/** The words. */
export interface UpgradeWords {
  readonly title: string;
  readonly intro: string;
  readonly action: string;
  readonly version: string;
  readonly fromTo: (from: number, to: number) => string;
  readonly code: string;
  readonly stays: string;
  readonly staysAll: string;
  readonly onlyHere: string;
  readonly noWayBack: (chain: string) => string;
  readonly createTitle: (chain: string) => string;
  readonly createIntro: string;
  readonly createStays: string;
}
