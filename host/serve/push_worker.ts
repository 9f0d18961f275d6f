/**
 * Worker that shows notices about accounts of this device. It is served unchanged, and has no
 * request handler: the page's own files are still loaded from the network.
 *
 * @module
 */

/** Path of the worker; its scope is the whole origin. */
export const PUSH_WORKER_PATH = "/push.js";

/** The worker's code. */
export const pushWorker = `"use strict";
const texts = {
  en: ["Someone is recovering your account", "It takes effect on TIME. Not you? Open your wallet to stop it."],
  de: ["Jemand stellt Ihr Konto wieder her", "Das gilt ab TIME. Waren Sie das nicht? Öffnen Sie Ihre Wallet, um es aufzuhalten."],
  ar: ["شخص ما يسترد حسابك", "يسري الاسترداد في TIME. ألم تبدأه أنت؟ افتح محفظتك لإيقافه."],
  es: ["Alguien está recuperando tu cuenta", "Surte efecto el TIME. ¿No eres tú? Abre tu cartera para impedirlo."],
  ja: ["誰かがアカウントを復旧しています", "TIME に有効になります。心当たりがなければ、ウォレットを開いて止めてください。"],
};
self.addEventListener("push", (event) => {
  let notice = {};
  try {
    notice = event.data.json();
  } catch {}
  const tag = navigator.language;
  const language = texts[tag.slice(0, 2)] ? tag.slice(0, 2) : "en";
  const [title, body] = texts[language];
  const seconds = Number.isSafeInteger(notice.readyAt) ? notice.readyAt : 0;
  const time = new Date(seconds * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
  event.waitUntil(self.registration.showNotification(title, {
    body: body.replace("TIME", time),
    lang: language,
    dir: language === "ar" ? "rtl" : "ltr",
    tag: String(notice.account).slice(0, 42),
    renotify: true,
    requireInteraction: true,
  }));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow("/"));
});
`;
