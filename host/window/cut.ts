/**
 * Page for a window that a policy of the site or the browser has severed from its opener. Loaded on
 * demand, because few windows need it.
 *
 * @module
 */
import { type Language, pageLocale } from "../page/language.ts";

/** The words. */
interface CutText {
  readonly title: string;
  readonly advice: string;
  readonly close: string;
}

const texts: Readonly<Record<Language, CutText>> = {
  en: {
    title: "The site can’t reach your wallet",
    advice:
      "Nothing was signed or sent. The site has cut its connection to this window. Close the window, and let the site’s team know.",
    close: "Close window",
  },
  de: {
    title: "Die Seite erreicht Ihre Wallet nicht",
    advice:
      "Nichts wurde unterschrieben oder gesendet. Die Seite hat ihre Verbindung zu diesem Fenster getrennt. Schließen Sie das Fenster und geben Sie dem Team der Seite Bescheid.",
    close: "Fenster schließen",
  },
  ar: {
    title: "لا يستطيع الموقع الوصول إلى محفظتك",
    advice:
      "لم يُوقَّع شيء ولم يُرسَل شيء. قطع الموقع اتصاله بهذه النافذة. أغلق النافذة وأخبر فريق الموقع.",
    close: "إغلاق النافذة",
  },
  es: {
    title: "El sitio no puede comunicarse con tu cartera",
    advice:
      "No se ha firmado ni enviado nada. El sitio ha cortado su conexión con esta ventana. Cierra la ventana y avisa al equipo del sitio.",
    close: "Cerrar ventana",
  },
  ja: {
    title: "サイトがウォレットに接続できません",
    advice:
      "署名も送信もしていません。サイトがこのウィンドウとの接続を切っています。ウィンドウを閉じて、サイトの運営者に知らせてください。",
    close: "ウィンドウを閉じる",
  },
};

/** Shows that the site cannot reach this window. */
export function showCut(place: HTMLElement): void {
  const text = texts[pageLocale().language];
  const main = document.createElement("main");
  main.setAttribute("role", "alert");
  main.dataset.testid = "host-cut";
  const title = document.createElement("h1");
  title.textContent = text.title;
  const advice = document.createElement("p");
  advice.textContent = text.advice;
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.testid = "host-close";
  button.textContent = text.close;
  button.addEventListener("click", () => close());
  main.append(title, advice, button);
  place.replaceChildren(main);
}
