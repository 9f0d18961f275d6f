/** Words for permissions that end with an owner. @module */
import type { Words } from "../text.ts";

/** Words in one language. */
export interface EndingWords {
  readonly ends: string;
  readonly none: string;
  readonly unknown: string;
  readonly approvals: string;
}

/** Words in every language. */
export const endingWords: Words<EndingWords> = {
  en: {
    ends: "What it allowed ends as well",
    none: "It allowed nothing that still works.",
    unknown: "We couldn't load the list. All of it ends anyway.",
    approvals: "Token approvals that it sent stay. Remove them in the app where they were given.",
  },
  de: {
    ends: "Was damit erlaubt wurde, endet auch",
    none: "Damit wurde nichts erlaubt, das noch gilt.",
    unknown: "Die Liste ließ sich nicht laden. Alles davon endet trotzdem.",
    approvals:
      "Token-Freigaben, die damit gesendet wurden, bleiben. Entfernen Sie sie in der App, in der sie erteilt wurden.",
  },
  ar: {
    ends: "ينتهي أيضًا كل ما سمح به",
    none: "لم يسمح بشيء ما زال ساريًا.",
    unknown: "تعذّر تحميل القائمة، لكن كل ما فيها ينتهي.",
    approvals: "تبقى موافقات الرموز التي أُرسلت به. أزلها في التطبيق الذي مُنحت فيه.",
  },
};
