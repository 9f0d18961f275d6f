/** Words for the rules of a permission. @module */
import type { RuleKind } from "@sdk/core/dialog";
import type { Words } from "../text.ts";

/** Words in one language. */
export interface PermissionWords {
  /** An argument by its position, 1 for the first. */
  readonly argument: (position: string) => string;
  readonly kinds: Readonly<Record<RuleKind, string>>;
  readonly untouched: string;
}

/** Words in every language. */
export const permissionWords: Words<PermissionWords> = {
  en: {
    argument: (position) => `Argument ${position}`,
    kinds: {
      equal: "exactly",
      atMost: "at most",
      oneOf: "one of",
      account: "your account",
      spender: "the spender",
    },
    untouched: "Must not lose any of",
  },
  de: {
    argument: (position) => `Angabe ${position}`,
    kinds: {
      equal: "genau",
      atMost: "höchstens",
      oneOf: "eins von",
      account: "Ihr Konto",
      spender: "wer ausgeben darf",
    },
    untouched: "Davon darf nichts abgehen",
  },
  ar: {
    argument: (position) => `الوسيط ${position}`,
    kinds: {
      equal: "بالضبط",
      atMost: "على الأكثر",
      oneOf: "أحد القيم",
      account: "حسابك",
      spender: "المُنفِق",
    },
    untouched: "لا يجوز أن ينقص شيء من",
  },
};
