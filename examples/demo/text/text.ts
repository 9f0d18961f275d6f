/** The demo's texts: one complete table for each language of the dialogs. @module */

/** Texts of one step of the story. */
export interface StepWords {
  /** Headline. */
  readonly title: string;
  /** Effect of the step, in a sentence. */
  readonly line: string;
  /** On the button. */
  readonly action: string;
  /** Text after the step is done. */
  readonly done: string;
}

/** The texts of the demo. */
export interface Words {
  /** Writing direction. */
  readonly dir: "ltr" | "rtl";
  /** The language's own name. */
  readonly name: string;
  /** Title of the window. */
  readonly page: string;
  readonly eyebrow: string;
  readonly title: string;
  readonly lead: string;
  readonly start: string;
  readonly worthless: string;
  readonly back: string;
  readonly waiting: string;
  readonly sending: string;
  readonly failed: string;
  /** Text instead of the page, if its code does not load. */
  readonly unloaded: string;
  readonly reload: string;
  readonly checking: string;
  readonly claim: StepWords;
  readonly tip: StepWords;
  readonly subscribe: StepWords;
  readonly cancel: StepWords;
  /** Texts of the last step, if the wallet is in the page. */
  readonly cancelHere: Pick<StepWords, "title" | "line" | "action">;
  readonly story: string;
  readonly stepDone: string;
  readonly end: string;
  readonly endLine: string;
  readonly again: string;
  readonly account: string;
  readonly show: string;
  readonly disconnect: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyAddress: string;
  readonly code: string;
  readonly transaction: string;
  readonly developers: string;
  readonly where: string;
  readonly window: string;
  readonly windowHint: string;
  readonly frame: string;
  readonly frameHint: string;
  readonly inPage: string;
  readonly inPageHint: string;
  readonly fees: string;
  readonly sitePays: string;
  readonly youPay: string;
  readonly playground: string;
  readonly toDemo: string;
  readonly language: string;
  readonly foot: string;
  readonly signTitle: string;
  readonly signLine: string;
  readonly message: string;
  readonly greeting: string;
  readonly sign: string;
  readonly valid: string;
  readonly invalid: string;
  readonly unchecked: string;
}
