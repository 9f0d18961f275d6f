/** Words for the most that a permission can cost, and for granting less. @module */
import type { Words } from "../text.ts";

/** Words in one language. */
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

/** Words in every language. */
export const grantWords: Words<GrantWords> = {
  en: {
    most: (app, limits, end = "", all = "") =>
      `${app} can ${
        limits === "" ? "spend nothing, and call the functions below" : `spend ${limits}`
      }` +
      `${end === "" ? ", without an end" : ` until ${end}`}` +
      `${all === "" ? "." : `; at most ${all} in all.`}`,
    less: "Allow less",
    lessHint: "You can lower amounts and end. The app is told what you allowed.",
    tooMuch: (most) => `More than 0, and at most ${most}.`,
    tooLate: "From tomorrow on, and no later than requested.",
  },
  de: {
    most: (app, limits, end = "", all = "") =>
      `${app} kann ${end === "" ? "ohne Ende" : `bis ${end}`} ` +
      `${
        limits === "" ? "nichts ausgeben, aber die Funktionen unten aufrufen" : `${limits} ausgeben`
      }` +
      `${all === "" ? "." : `; insgesamt höchstens ${all}.`}`,
    less: "Weniger erlauben",
    lessHint: "Sie können Beträge und Ende verringern. Die App erfährt, was Sie erlaubt haben.",
    tooMuch: (most) => `Mehr als 0 und höchstens ${most}.`,
    tooLate: "Ab morgen, und nicht später als angefragt.",
  },
  ar: {
    most: (app, limits, end = "", all = "") =>
      `يمكن لـ ${app} ${limits === "" ? "استدعاء الدوال أدناه دون إنفاق شيء" : `إنفاق ${limits}`}` +
      `${end === "" ? " دون نهاية" : ` حتى ${end}`}` +
      `${all === "" ? "." : `؛ ${all} على الأكثر إجمالًا.`}`,
    less: "السماح بأقل",
    lessHint: "يمكنك خفض المبالغ وتقديم النهاية. يعرف التطبيق ما سمحت به.",
    tooMuch: (most) => `أكثر من 0، وعلى الأكثر ${most}.`,
    tooLate: "من الغد، وليس بعد الموعد المطلوب.",
  },
};
