/** Arabic texts of the popup. @module */
import type { PopupText } from "./en.ts";

/** Arabic. */
export const ar: PopupText = {
  title: "المحفظة",
  notConnected: "لا يوجد موقع متصل",
  notConnectedHint: "افتح موقعًا واختر هذه المحفظة.",
  connected: "حسابك",
  pending: "بانتظارك",
  show: "عرض",
  sites: "المواقع المتصلة",
  disconnect: "قطع الاتصال",
  disconnectFrom: (site) => `قطع الاتصال عن ${site}`,
  ethereum: "الاستخدام في المواقع القديمة",
  ethereumHint:
    "يضبط window.ethereum. قد تتوقف محافظ أخرى عن العمل في تلك المواقع. أعد تحميل الصفحات المفتوحة.",
  open: "فتح المحفظة",
  network: (id) => `الشبكة ${id}`,
  failed: "حدث خطأ ما. أغلق هذه النافذة وحاول مرة أخرى.",
};
