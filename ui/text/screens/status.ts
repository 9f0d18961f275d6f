/** Words of the status of a bundle. @module */
import type { BundleView } from "@sdk/core/dialog";
import type { CauseText, Words } from "../text.ts";

/** Words in one language. */
export interface StatusWords {
  readonly title: string;
  readonly id: string;
  readonly transaction: string;
  readonly seeTransaction: string;
  readonly statuses: Readonly<Record<BundleView["code"], CauseText>>;
}

/** Words in every language. */
export const statusWords: Words<StatusWords> = {
  en: {
    title: "Status",
    id: "Request",
    transaction: "Transaction",
    seeTransaction: "View in explorer",
    statuses: {
      100: { title: "Confirming", body: "This usually takes a few seconds." },
      200: { title: "Done", body: "Everything went through." },
      400: { title: "Not sent", body: "It never reached the network. Nothing changed." },
      500: { title: "Failed", body: "All of it was undone. A fee may have been paid." },
    },
  },
  de: {
    title: "Status",
    id: "Anfrage",
    transaction: "Transaktion",
    seeTransaction: "Im Explorer ansehen",
    statuses: {
      100: { title: "Wird bestätigt", body: "Das dauert meist ein paar Sekunden." },
      200: { title: "Erledigt", body: "Alles wurde ausgeführt." },
      400: {
        title: "Nicht gesendet",
        body: "Es hat das Netzwerk nie erreicht. Nichts hat sich geändert.",
      },
      500: {
        title: "Gescheitert",
        body: "Alles wurde rückgängig gemacht. Eine Gebühr kann angefallen sein.",
      },
    },
  },
  ar: {
    title: "الحالة",
    id: "الطلب",
    transaction: "المعاملة",
    seeTransaction: "عرض في المستكشف",
    statuses: {
      100: { title: "جارٍ التأكيد", body: "يستغرق هذا عادةً بضع ثوانٍ." },
      200: { title: "تم", body: "نُفِّذ كل شيء." },
      400: { title: "لم تُرسَل", body: "لم تصل إلى الشبكة، ولم يتغيّر شيء." },
      500: { title: "فشلت", body: "أُلغي كل ما فيها، وربما دُفعت رسوم." },
    },
  },
};
