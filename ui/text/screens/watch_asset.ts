/** Words of a token to show. @module */
import type { CauseText, Words } from "../text.ts";

/** Words in one language. */
export interface WatchAssetWords {
  readonly title: string;
  readonly intro: string;
  readonly action: string;
  readonly balance: string;
  /** The site's description is not the contract's. */
  readonly differs: CauseText;
  /** The address is no token. */
  readonly none: CauseText;
}

/** Words in every language. */
export const watchAssetWords: Words<WatchAssetWords> = {
  en: {
    title: "Show this token?",
    intro: "It joins your balances on this device. Nothing is sent or allowed.",
    action: "Show token",
    balance: "Your balance",
    differs: {
      title: "The site describes another token",
      body:
        "Its symbol or decimals are not those of this contract, which are shown here. Compare the address before you trust it.",
    },
    none: {
      title: "No token at this address",
      body: "No ERC-20 contract answers there on this network. Nothing was added.",
    },
  },
  de: {
    title: "Diesen Token anzeigen?",
    intro: "Er erscheint auf diesem Gerät bei Ihren Guthaben. Nichts wird gesendet oder erlaubt.",
    action: "Token anzeigen",
    balance: "Ihr Guthaben",
    differs: {
      title: "Die Website beschreibt einen anderen Token",
      body:
        "Symbol oder Nachkommastellen stimmen nicht mit diesem Vertrag überein; hier steht, was er selbst angibt. Vergleichen Sie die Adresse, bevor Sie ihm trauen.",
    },
    none: {
      title: "Kein Token an dieser Adresse",
      body: "In diesem Netzwerk antwortet dort kein ERC-20-Vertrag. Es wurde nichts hinzugefügt.",
    },
  },
  ar: {
    title: "أتريد عرض هذا الرمز؟",
    intro: "سيظهر بين أرصدتك على هذا الجهاز. لن يُرسَل شيء ولن يحق لأحد إنفاق شيء.",
    action: "عرض الرمز",
    balance: "رصيدك",
    differs: {
      title: "يصف الموقع رمزًا آخر",
      body:
        "اختصاره أو عدد خاناته العشرية يخالف هذا العقد، والمعروض هنا هو ما يذكره العقد نفسه. قارن العنوان قبل أن تثق به.",
    },
    none: {
      title: "لا يوجد رمز في هذا العنوان",
      body: "لا يجيب هناك أي عقد ERC-20 على هذه الشبكة. لم يُضَف شيء.",
    },
  },
};
