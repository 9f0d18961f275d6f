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
    seeTransaction: "See it on the block explorer",
    statuses: {
      100: { title: "On its way", body: "It was sent and waits for its place on the chain." },
      200: { title: "Confirmed", body: "Everything was done." },
      400: { title: "Not done", body: "It never reached the chain. Nothing was changed." },
      500: {
        title: "Failed on the chain",
        body: "All of it was undone. A fee may have been paid.",
      },
    },
  },
  de: {
    title: "Status",
    id: "Anfrage",
    transaction: "Transaktion",
    seeTransaction: "Im Block-Explorer ansehen",
    statuses: {
      100: { title: "Unterwegs", body: "Gesendet; wartet auf einen Platz in der Chain." },
      200: { title: "Bestätigt", body: "Alles wurde ausgeführt." },
      400: {
        title: "Nicht ausgeführt",
        body: "Die Chain wurde nie erreicht. Nichts hat sich geändert.",
      },
      500: {
        title: "Auf der Chain gescheitert",
        body: "Alles wurde rückgängig gemacht. Eine Gebühr kann angefallen sein.",
      },
    },
  },
  ar: {
    title: "الحالة",
    id: "الطلب",
    transaction: "المعاملة",
    seeTransaction: "عرضها في مستكشف الكتل",
    statuses: {
      100: { title: "في الطريق", body: "أُرسلت وتنتظر مكانها في السلسلة." },
      200: { title: "تم التأكيد", body: "نُفِّذ كل شيء." },
      400: { title: "لم تُنفَّذ", body: "لم تصل إلى السلسلة قط، ولم يتغيّر شيء." },
      500: { title: "فشلت على السلسلة", body: "أُلغي كل ما فيها، وربما دُفعت رسوم." },
    },
  },
};
