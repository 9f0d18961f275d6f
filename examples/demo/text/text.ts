/** The demo's words: one complete table for each language of the dialogs. @module */

/** Words of one step of the story. */
export interface StepWords {
  /** Headline. */
  readonly title: string;
  /** Its effect, in a sentence. */
  readonly line: string;
  /** On the button. */
  readonly action: string;
  /** After it happened. */
  readonly done: string;
}

/** The words of the demo. */
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
  /** Instead of the page, if its code does not load. */
  readonly unloaded: string;
  readonly reload: string;
  readonly checking: string;
  readonly claim: StepWords;
  readonly tip: StepWords;
  readonly subscribe: StepWords;
  readonly cancel: StepWords;
  /** Of the last step, where the wallet is in the page. */
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
  readonly codeBefore: string;
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
