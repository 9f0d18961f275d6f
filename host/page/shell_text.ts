/** The few texts that the shell has before anything else is loaded. @module */

import type { Language } from "./language.ts";

/** The words. */
export interface ShellText {
  readonly failed: string;
  readonly offline: string;
  readonly later: string;
  readonly again: string;
}

/** The texts in each language. */
export const shellTexts: Readonly<Record<Language, ShellText>> = {
  en: {
    failed: "The wallet didn’t load",
    offline: "You’re offline. Nothing was signed or sent. We’ll continue when you’re back.",
    later: "Nothing was signed or sent. Your connection may be slow.",
    again: "Try again",
  },
  de: {
    failed: "Die Wallet wurde nicht geladen",
    offline:
      "Sie sind offline. Nichts wurde unterschrieben oder gesendet. Es geht weiter, sobald Sie wieder online sind.",
    later: "Nichts wurde unterschrieben oder gesendet. Ihre Verbindung ist vielleicht langsam.",
    again: "Erneut versuchen",
  },
  ar: {
    failed: "لم يتم تحميل المحفظة",
    offline: "لا يوجد اتصال بالإنترنت. لم يُوقَّع شيء ولم يُرسَل شيء. سنتابع عند عودة الاتصال.",
    later: "لم يُوقَّع شيء ولم يُرسَل شيء. قد يكون الاتصال بطيئًا.",
    again: "إعادة المحاولة",
  },
  es: {
    failed: "La cartera no se ha cargado",
    offline:
      "Estás sin conexión. No se ha firmado ni enviado nada. Seguiremos cuando vuelva la conexión.",
    later: "No se ha firmado ni enviado nada. Puede que la conexión vaya lenta.",
    again: "Reintentar",
  },
  ja: {
    failed: "ウォレットを読み込めませんでした",
    offline: "オフラインです。署名も送信もしていません。接続が戻ると続行します。",
    later: "署名も送信もしていません。通信が遅いのかもしれません。",
    again: "もう一度試す",
  },
};
