/** The few words that the shell has before anything else is loaded. @module */

import type { Language } from "./language.ts";

/** The words. */
export interface ShellText {
  readonly failed: string;
  readonly offline: string;
  readonly later: string;
  readonly again: string;
}

/** The words in each language. */
export const shellTexts: Readonly<Record<Language, ShellText>> = {
  en: {
    failed: "The wallet did not load",
    offline: "You are offline. Nothing was signed or sent. It goes on when the network is back.",
    later: "Nothing was signed or sent. The network may be slow, or the wallet is being renewed.",
    again: "Try again",
  },
  de: {
    failed: "Die Wallet wurde nicht geladen",
    offline:
      "Sie sind offline. Nichts wurde unterschrieben oder gesendet. Es geht weiter, sobald das Netz zurück ist.",
    later:
      "Nichts wurde unterschrieben oder gesendet. Das Netz ist vielleicht langsam, oder die Wallet wird erneuert.",
    again: "Noch einmal versuchen",
  },
  ar: {
    failed: "لم يتم تحميل المحفظة",
    offline: "أنت غير متصل بالإنترنت. لم يتم توقيع أو إرسال أي شيء. سنتابع عند عودة الاتصال.",
    later: "لم يتم توقيع أو إرسال أي شيء. قد تكون الشبكة بطيئة أو يجري تحديث المحفظة.",
    again: "حاول مرة أخرى",
  },
  es: {
    failed: "La cartera no se ha cargado",
    offline:
      "Estás sin conexión. No se ha firmado ni enviado nada. Sigue cuando vuelva la conexión.",
    later:
      "No se ha firmado ni enviado nada. Puede que la red vaya lenta o que la cartera se esté renovando.",
    again: "Reintentar",
  },
  ja: {
    failed: "ウォレットを読み込めませんでした",
    offline: "オフラインです。署名も送信もしていません。接続が戻ると続行します。",
    later: "署名も送信もしていません。通信が遅いか、ウォレットを更新中かもしれません。",
    again: "もう一度試す",
  },
};
