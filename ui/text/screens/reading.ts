/** Words for what a request moves, and for signing in. @module */
import type { Words } from "../text.ts";

/** Words in one language. */
export interface ReadingWords {
  readonly allows: string;
  readonly everything: string;
  readonly collection: string;
  readonly control: string;
  readonly heldBy: string;
  readonly inAll: string;
  readonly inside: string;
  readonly named: string;
  readonly signInTitle: (domain: string) => string;
  readonly signInIntro: string;
  readonly signIn: string;
  readonly consent: (domain: string) => string;
  readonly signAnyway: string;
}

/** Words in every language. */
export const readingWords: Words<ReadingWords> = {
  en: {
    allows: "Others may take later",
    everything: "Everything",
    collection: "Every item of this collection",
    control: "What you control in this contract",
    heldBy: "Held by",
    inAll: "At most in all",
    inside: "It lets others do this",
    named: "To",
    signInTitle: (domain) => `Sign in to ${domain}`,
    signInIntro: "Signing in costs nothing and moves no funds.",
    signIn: "Sign in",
    consent: (domain) => `I want to sign in to ${domain} from this site`,
    signAnyway: "Sign anyway",
  },
  de: {
    allows: "Andere können später nehmen",
    everything: "Alles",
    collection: "Jedes Stück dieser Sammlung",
    control: "Was Sie in diesem Vertrag kontrollieren",
    heldBy: "Gehalten von",
    inAll: "Höchstens insgesamt",
    inside: "Das dürfen andere dann tun",
    named: "An",
    signInTitle: (domain) => `Bei ${domain} anmelden`,
    signInIntro: "Die Anmeldung kostet nichts und bewegt kein Geld.",
    signIn: "Anmelden",
    consent: (domain) => `Ich möchte mich von dieser Website aus bei ${domain} anmelden`,
    signAnyway: "Trotzdem unterschreiben",
  },
  ar: {
    allows: "يجوز لآخرين أخذه لاحقًا",
    everything: "كل شيء",
    collection: "كل قطعة في هذه المجموعة",
    control: "ما تتحكم فيه في هذا العقد",
    heldBy: "في حوزة",
    inAll: "على الأكثر إجمالًا",
    inside: "يتيح لآخرين فعل هذا",
    named: "إلى",
    signInTitle: (domain) => `تسجيل الدخول إلى ${domain}`,
    signInIntro: "تسجيل الدخول مجاني ولا ينقل أموالًا.",
    signIn: "تسجيل الدخول",
    consent: (domain) => `أريد تسجيل الدخول إلى ${domain} من هذا الموقع`,
    signAnyway: "التوقيع رغم ذلك",
  },
};
