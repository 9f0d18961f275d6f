/** Words of the panel that shows a link for the phone. @module */
import type { PanelText } from "../../ui/link/panel.ts";
import type { Language } from "../page/language.ts";

/** The words in each language. */
export const panelTexts: Readonly<Record<Language, PanelText>> = {
  en: {
    states: {
      open: ["Use your phone", "Scan the code with your phone’s camera, or open the link."],
      compare: ["Compare the code", "Continue on your phone only if it shows the same code."],
      approve: ["Continue on your phone", "Open your wallet there if you closed it."],
    },
    qr: "QR code of the link",
    open: "Open the link here",
    copy: "Copy link",
    copied: "Copied",
    cancel: "Cancel",
  },
  de: {
    states: {
      open: [
        "Handy verwenden",
        "Scannen Sie den Code mit der Kamera Ihres Handys oder öffnen Sie den Link.",
      ],
      compare: [
        "Code vergleichen",
        "Fahren Sie auf dem Handy nur fort, wenn es denselben Code zeigt.",
      ],
      approve: [
        "Weiter auf dem Handy",
        "Öffnen Sie dort Ihre Wallet, wenn Sie sie geschlossen haben.",
      ],
    },
    qr: "QR-Code des Links",
    open: "Link hier öffnen",
    copy: "Link kopieren",
    copied: "Kopiert",
    cancel: "Abbrechen",
  },
  ar: {
    states: {
      open: ["استخدم هاتفك", "امسح الرمز بكاميرا هاتفك أو افتح الرابط."],
      compare: ["قارن الرمز", "تابع على هاتفك فقط إذا كان يعرض الرمز نفسه."],
      approve: ["تابع على هاتفك", "افتح محفظتك هناك إذا أغلقتها."],
    },
    qr: "رمز QR للرابط",
    open: "فتح الرابط هنا",
    copy: "نسخ الرابط",
    copied: "تم النسخ",
    cancel: "إلغاء",
  },
  es: {
    states: {
      open: ["Usa tu teléfono", "Escanea el código con la cámara de tu teléfono o abre el enlace."],
      compare: ["Compara el código", "Continúa en tu teléfono solo si muestra el mismo código."],
      approve: ["Continúa en tu teléfono", "Abre allí tu cartera si la cerraste."],
    },
    qr: "Código QR del enlace",
    open: "Abrir el enlace aquí",
    copy: "Copiar enlace",
    copied: "Copiado",
    cancel: "Cancelar",
  },
  ja: {
    states: {
      open: [
        "スマートフォンを使う",
        "スマートフォンのカメラでコードを読み取るか、リンクを開いてください。",
      ],
      compare: [
        "コードを比べてください",
        "スマートフォンに同じコードが表示されている場合だけ続けてください。",
      ],
      approve: [
        "スマートフォンで続けてください",
        "ウォレットを閉じた場合は、スマートフォンで開いてください。",
      ],
    },
    qr: "リンクのQRコード",
    open: "ここでリンクを開く",
    copy: "リンクをコピー",
    copied: "コピーしました",
    cancel: "キャンセル",
  },
};
