/** All words of the rescue page. @module */
import type { Problem } from "./refusal.ts";
import { ar } from "./words/ar.ts";
import { de } from "./words/de.ts";
import { en } from "./words/en.ts";
import { es } from "./words/es.ts";
import { ja } from "./words/ja.ts";

/** The words. */
export interface RescueText {
  readonly dir: "ltr" | "rtl";
  readonly title: string;
  readonly intro: string;
  readonly passkeys: string;
  readonly care: string;
  readonly record: string;
  readonly recordHint: string;
  readonly recordPaste: string;
  readonly recordFile: string;
  readonly recordRead: string;
  readonly account: string;
  readonly network: string;
  readonly nodeUrl: string;
  readonly nodeHint: string;
  readonly nodeLook: string;
  readonly onNetwork: (chain: string) => string;
  readonly balance: (amount: string) => string;
  readonly owners: string;
  readonly passkey: string;
  readonly you: string;
  readonly missing: string;
  readonly behind: string;
  readonly apart: string;
  readonly wallet: string;
  readonly walletNone: string;
  readonly walletUse: (name: string) => string;
  readonly walletIs: (address: string) => string;
  readonly walletNoOwner: string;
  readonly deploy: string;
  readonly deployHint: string;
  readonly act: string;
  readonly kinds: { readonly native: string; readonly token: string; readonly raw: string };
  readonly kind: string;
  readonly to: string;
  readonly amount: string;
  readonly token: string;
  readonly contract: string;
  readonly data: string;
  readonly check: string;
  readonly reviewSend: (amount: string, to: string) => string;
  readonly reviewHas: (amount: string) => string;
  readonly reviewCall: (to: string, amount: string, data: string) => string;
  readonly reviewAdd: (address: string) => string;
  readonly reviewRemove: (owner: string) => string;
  readonly reviewSelf: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly add: string;
  readonly newOwner: string;
  readonly remove: string;
  readonly everywhere: string;
  readonly recover: string;
  readonly recoveryOwner: string;
  readonly recoverHint: (days: number) => string;
  readonly recoverOwner: string;
  readonly recoverOwnerHint: string;
  readonly recoverStart: string;
  readonly recoverWaits: (ready: Date) => string;
  readonly recoverStop: string;
  readonly reviewVeto: string;
  readonly recoverFinish: string;
  readonly reviewRecovery: (owner: string) => string;
  readonly working: string;
  readonly done: (transaction: string) => string;
  readonly save: string;
  readonly saveNow: string;
  readonly problems: Readonly<Record<Problem, string>>;
}

/** The tables by language. */
const rescueTexts: Readonly<Record<string, RescueText>> = { en, de, ar, es, ja };

/** The words for the first language that is spoken here, and its tag. */
export function rescueText(
  languages: readonly string[],
): { readonly tag: string; readonly text: RescueText } {
  for (const language of languages) {
    const tag = language.slice(0, 2).toLowerCase();
    const text = Object.hasOwn(rescueTexts, tag) ? rescueTexts[tag] : undefined;
    if (text !== undefined) return { tag, text };
  }
  return { tag: "en", text: en };
}
