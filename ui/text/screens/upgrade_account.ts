/** Words of an update of the account's code. @module */
import type { Words } from "../text.ts";

/** Words in one language. */
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
}

/** Words in every language. */
export const upgradeWords: Words<UpgradeWords> = {
  en: {
    title: "Update this account?",
    intro: "Newer code is available for your account. Your wallet knows it and has checked it.",
    action: "Update account",
    version: "Version",
    fromTo: (from, to) => `${from} becomes ${to}`,
    code: "New code",
    stays: "Stays the same",
    staysAll: "Address, owners, balances, permissions",
    onlyHere: "On this network only",
    noWayBack: (chain) =>
      `Only your account on ${chain} is updated. You can't go back to an older version.`,
  },
  de: {
    title: "Dieses Konto aktualisieren?",
    intro: "Für Ihr Konto gibt es neueren Code. Ihre Wallet kennt ihn und hat ihn geprüft.",
    action: "Konto aktualisieren",
    version: "Version",
    fromTo: (from, to) => `Aus ${from} wird ${to}`,
    code: "Neuer Code",
    stays: "Bleibt gleich",
    staysAll: "Adresse, Besitzer, Guthaben, Zugriffe",
    onlyHere: "Nur in diesem Netzwerk",
    noWayBack: (chain) =>
      `Nur Ihr Konto in ${chain} wird aktualisiert. Zurück zu einer älteren Version geht es nicht.`,
  },
  ar: {
    title: "أتريد تحديث هذا الحساب؟",
    intro: "توجد شيفرة أحدث لحسابك، وهذه المحفظة تعرفها وقد قارنتها.",
    action: "تحديث الحساب",
    version: "الإصدار",
    fromTo: (from, to) => `من ${from} إلى ${to}`,
    code: "الشيفرة الجديدة",
    stays: "يبقى كما هو",
    staysAll: "العنوان والمالكون والأرصدة والصلاحيات",
    onlyHere: "على هذه الشبكة فقط",
    noWayBack: (chain) => `يُحدَّث الحساب على ${chain} وحدها، ولا عودة إلى إصدار أقدم.`,
  },
};
