/** The few words that the shell has before anything else is loaded. @module */

/** The words. */
export interface ShellText {
  /** Writing direction. */
  readonly dir: "ltr" | "rtl";
  /** Language tag (BCP 47). */
  readonly lang: string;
  readonly failed: string;
  readonly offline: string;
  readonly later: string;
  readonly again: string;
}

const texts: Readonly<Record<string, ShellText>> = {
  en: {
    dir: "ltr",
    lang: "en",
    failed: "The wallet did not load",
    offline: "You are offline. Nothing was signed or sent. It goes on when the network is back.",
    later: "Nothing was signed or sent. The network may be slow, or the wallet is being renewed.",
    again: "Try again",
  },
  de: {
    dir: "ltr",
    lang: "de",
    failed: "Die Wallet wurde nicht geladen",
    offline:
      "Du bist offline. Nichts wurde signiert oder gesendet. Es geht weiter, sobald das Netz zurück ist.",
    later:
      "Nichts wurde signiert oder gesendet. Das Netz ist vielleicht langsam, oder die Wallet wird erneuert.",
    again: "Noch einmal versuchen",
  },
  ar: {
    dir: "rtl",
    lang: "ar",
    failed: "لم يتم تحميل المحفظة",
    offline: "أنت غير متصل بالإنترنت. لم يتم توقيع أو إرسال أي شيء. سنتابع عند عودة الاتصال.",
    later: "لم يتم توقيع أو إرسال أي شيء. قد تكون الشبكة بطيئة أو يجري تحديث المحفظة.",
    again: "حاول مرة أخرى",
  },
};

/** The words in the first language that is known. */
export function shellText(languages: readonly string[]): ShellText {
  const known = languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) =>
    Object.hasOwn(texts, tag)
  );
  return texts[known ?? "en"]!;
}
