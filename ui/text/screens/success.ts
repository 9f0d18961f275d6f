/** Words of the moment after a request was confirmed. @module */
import type { Words } from "../text.ts";

/** Words in one language. */
export interface SuccessWords {
  readonly connected: string;
  readonly sent: (amounts: string) => string;
  readonly sentSome: string;
  readonly signed: string;
  readonly allowed: string;
  readonly removed: string;
  readonly added: string;
  readonly saved: string;
}

/** Words in every language. */
export const successWords: Words<SuccessWords> = {
  en: {
    connected: "Connected",
    sent: (amounts) => `Sent ${amounts}`,
    sentSome: "Sent",
    signed: "Signed",
    allowed: "Allowed",
    removed: "Access removed",
    added: "Added",
    saved: "Done",
  },
  de: {
    connected: "Verbunden",
    sent: (amounts) => `${amounts} gesendet`,
    sentSome: "Gesendet",
    signed: "Unterschrieben",
    allowed: "Erlaubt",
    removed: "Zugriff entfernt",
    added: "Hinzugefügt",
    saved: "Erledigt",
  },
  ar: {
    connected: "تم الاتصال",
    sent: (amounts) => `أُرسل ${amounts}`,
    sentSome: "تم الإرسال",
    signed: "تم التوقيع",
    allowed: "تم السماح",
    removed: "أُزيل الوصول",
    added: "تمت الإضافة",
    saved: "تم",
  },
};
