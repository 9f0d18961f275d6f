/** Words of the page that a device link opens. @module */
import type { Language } from "../page/language.ts";

/** The words. */
export interface LinkText {
  readonly title: string;
  /** `site` is an origin without its scheme. */
  readonly site: (site: string) => string;
  readonly program: (name: string) => string;
  /** Requester on this device. */
  readonly app: (name: string) => string;
  /** Precedes the address of that app. */
  readonly returns: string;
  readonly proceed: string;
  readonly cancel: string;
  readonly back: string;
  readonly compareSite: (site: string) => string;
  readonly compareProgram: string;
  readonly match: string;
  readonly differ: string;
  readonly linked: (who: string) => string;
  readonly linkedLine: string;
  readonly waiting: string;
  readonly end: string;
  readonly home: string;
  readonly again: string;
  /** Titles and advice of the states in which nothing more happens. */
  readonly closed: Readonly<Record<Closed, readonly [title: string, advice: string]>>;
}

/** A state in which nothing more happens. */
export type Closed =
  | "used"
  | "expired"
  | "unknown"
  | "broken"
  | "refused"
  | "ended"
  | "left"
  | "answered"
  | "wrongKey"
  | "offline";

/** The words in each language. */
export const linkTexts: Readonly<Record<Language, LinkText>> = {
  en: {
    title: "Link this wallet?",
    site: (site) => `${site} wants to show requests here.`,
    program: (name) =>
      `A program that calls itself ${name} wants to show requests here. This is not verified.`,
    app: (name) =>
      `An app that calls itself ${name} wants to connect to this wallet. This is not verified.`,
    returns:
      "Continue only if you came here from an app on this device. Your answer goes to the app that opens this address:",
    proceed: "Continue",
    cancel: "Cancel",
    back: "Return to the app",
    compareSite: (site) =>
      `Continue only if your other screen shows ${site} in its address bar, and this code:`,
    compareProgram: "Continue only if you started the program yourself, and it shows this code:",
    match: "The codes match",
    differ: "They don’t match",
    linked: (who) => `Linked with ${who}`,
    linkedLine: "Requests appear here while this page is open. Each one needs your passkey.",
    waiting: "Waiting for the other device…",
    end: "End link",
    home: "Open wallet",
    again: "Try again",
    closed: {
      used: [
        "This link was already used",
        "A link works once. If you didn’t open it, someone else did: cancel on the other device and get a new link.",
      ],
      expired: [
        "This link has expired",
        "A link works for 10 minutes. Get a new one on the other device.",
      ],
      unknown: [
        "This browser isn’t linked",
        "Open the link in the browser that you linked, or start again on the other device.",
      ],
      broken: [
        "This link isn’t safe",
        "Someone changed what was sent between your devices. Nothing was signed or sent. Get a new link.",
      ],
      refused: ["Not linked", "Nothing was shared. Get a new link on the other device."],
      ended: ["Link ended", "The other device can’t show requests here any more."],
      left: ["Link ended", "The other device ended it."],
      answered: ["Done", "Return to the app to continue."],
      wrongKey: ["This link can’t be used here", "It belongs to another wallet."],
      offline: ["Couldn’t reach the wallet service", "Nothing was signed or sent."],
    },
  },
  de: {
    title: "Diese Wallet verknüpfen?",
    site: (site) => `${site} möchte hier Anfragen zeigen.`,
    program: (name) =>
      `Ein Programm, das sich ${name} nennt, möchte hier Anfragen zeigen. Der Name ist nicht geprüft.`,
    app: (name) =>
      `Eine App, die sich ${name} nennt, möchte sich mit dieser Wallet verbinden. Der Name ist nicht geprüft.`,
    returns:
      "Fahren Sie nur fort, wenn Sie aus einer App auf diesem Gerät hierher gekommen sind. Ihre Antwort geht an die App, die diese Adresse öffnet:",
    proceed: "Weiter",
    cancel: "Abbrechen",
    back: "Zurück zur App",
    compareSite: (site) =>
      `Fahren Sie nur fort, wenn der andere Bildschirm ${site} in der Adresszeile zeigt und diesen Code:`,
    compareProgram:
      "Fahren Sie nur fort, wenn Sie das Programm selbst gestartet haben und es diesen Code zeigt:",
    match: "Die Codes sind gleich",
    differ: "Sie sind verschieden",
    linked: (who) => `Verknüpft mit ${who}`,
    linkedLine:
      "Solange diese Seite offen ist, erscheinen Anfragen hier. Jede braucht Ihren Passkey.",
    waiting: "Warten auf das andere Gerät…",
    end: "Verknüpfung beenden",
    home: "Wallet öffnen",
    again: "Erneut versuchen",
    closed: {
      used: [
        "Dieser Link wurde schon benutzt",
        "Ein Link gilt einmal. Wenn Sie ihn nicht geöffnet haben, war es jemand anders: Brechen Sie auf dem anderen Gerät ab und holen Sie einen neuen Link.",
      ],
      expired: [
        "Dieser Link ist abgelaufen",
        "Ein Link gilt 10 Minuten. Holen Sie auf dem anderen Gerät einen neuen.",
      ],
      unknown: [
        "Dieser Browser ist nicht verknüpft",
        "Öffnen Sie den Link in dem Browser, den Sie verknüpft haben, oder beginnen Sie auf dem anderen Gerät neu.",
      ],
      broken: [
        "Dieser Link ist nicht sicher",
        "Jemand hat verändert, was zwischen Ihren Geräten gesendet wurde. Nichts wurde unterschrieben oder gesendet. Holen Sie einen neuen Link.",
      ],
      refused: [
        "Nicht verknüpft",
        "Nichts wurde geteilt. Holen Sie auf dem anderen Gerät einen neuen Link.",
      ],
      ended: ["Verknüpfung beendet", "Das andere Gerät kann hier keine Anfragen mehr zeigen."],
      left: ["Verknüpfung beendet", "Das andere Gerät hat sie beendet."],
      answered: ["Fertig", "Kehren Sie zur App zurück, um fortzufahren."],
      wrongKey: ["Dieser Link gilt hier nicht", "Er gehört zu einer anderen Wallet."],
      offline: [
        "Der Wallet-Dienst ist nicht erreichbar",
        "Nichts wurde unterschrieben oder gesendet.",
      ],
    },
  },
  ar: {
    title: "هل تريد ربط هذه المحفظة؟",
    site: (site) => `يريد ${site} عرض الطلبات هنا.`,
    program: (name) => `يريد برنامج يسمي نفسه ${name} عرض الطلبات هنا. لم يتم التحقق من اسمه.`,
    app: (name) => `يريد تطبيق يسمي نفسه ${name} الاتصال بهذه المحفظة. لم يتم التحقق من اسمه.`,
    returns:
      "تابع فقط إذا جئت إلى هنا من تطبيق على هذا الجهاز. يصل ردك إلى التطبيق الذي يفتح هذا العنوان:",
    proceed: "متابعة",
    cancel: "إلغاء",
    back: "العودة إلى التطبيق",
    compareSite: (site) =>
      `تابع فقط إذا كانت الشاشة الأخرى تعرض ${site} في شريط العنوان وتعرض هذا الرمز:`,
    compareProgram: "تابع فقط إذا شغّلت البرنامج بنفسك وكان يعرض هذا الرمز:",
    match: "الرمزان متطابقان",
    differ: "غير متطابقين",
    linked: (who) => `مرتبط مع ${who}`,
    linkedLine: "تظهر الطلبات هنا ما دامت هذه الصفحة مفتوحة. كل طلب يحتاج إلى مفتاح المرور.",
    waiting: "في انتظار الجهاز الآخر…",
    end: "إنهاء الربط",
    home: "فتح المحفظة",
    again: "إعادة المحاولة",
    closed: {
      used: [
        "استُخدم هذا الرابط من قبل",
        "يعمل الرابط مرة واحدة. إذا لم تفتحه أنت فقد فتحه شخص آخر: ألغِ على الجهاز الآخر واحصل على رابط جديد.",
      ],
      expired: [
        "انتهت صلاحية هذا الرابط",
        "يعمل الرابط 10 دقائق. احصل على رابط جديد على الجهاز الآخر.",
      ],
      unknown: [
        "هذا المتصفح غير مرتبط",
        "افتح الرابط في المتصفح الذي ربطته، أو ابدأ من جديد على الجهاز الآخر.",
      ],
      broken: [
        "هذا الرابط غير آمن",
        "غيّر شخص ما البيانات المرسلة بين جهازيك. لم يُوقَّع شيء ولم يُرسَل شيء. احصل على رابط جديد.",
      ],
      refused: ["لم يتم الربط", "لم تتم مشاركة شيء. احصل على رابط جديد على الجهاز الآخر."],
      ended: ["انتهى الربط", "لا يستطيع الجهاز الآخر عرض الطلبات هنا بعد الآن."],
      left: ["انتهى الربط", "أنهاه الجهاز الآخر."],
      answered: ["تم", "عد إلى التطبيق للمتابعة."],
      wrongKey: ["لا يمكن استخدام هذا الرابط هنا", "إنه يخص محفظة أخرى."],
      offline: ["تعذّر الوصول إلى خدمة المحفظة", "لم يُوقَّع شيء ولم يُرسَل شيء."],
    },
  },
  es: {
    title: "¿Vincular esta cartera?",
    site: (site) => `${site} quiere mostrar solicitudes aquí.`,
    program: (name) =>
      `Un programa que se hace llamar ${name} quiere mostrar solicitudes aquí. El nombre no está verificado.`,
    app: (name) =>
      `Una app que se hace llamar ${name} quiere conectarse a esta cartera. El nombre no está verificado.`,
    returns:
      "Continúa solo si llegaste aquí desde una app de este dispositivo. Tu respuesta va a la app que abre esta dirección:",
    proceed: "Continuar",
    cancel: "Cancelar",
    back: "Volver a la app",
    compareSite: (site) =>
      `Continúa solo si la otra pantalla muestra ${site} en la barra de direcciones y este código:`,
    compareProgram: "Continúa solo si iniciaste tú el programa y muestra este código:",
    match: "Los códigos coinciden",
    differ: "No coinciden",
    linked: (who) => `Vinculada con ${who}`,
    linkedLine:
      "Las solicitudes aparecen aquí mientras esta página está abierta. Cada una necesita tu passkey.",
    waiting: "Esperando al otro dispositivo…",
    end: "Terminar el vínculo",
    home: "Abrir la cartera",
    again: "Reintentar",
    closed: {
      used: [
        "Este enlace ya se usó",
        "Un enlace funciona una vez. Si no lo abriste tú, fue otra persona: cancela en el otro dispositivo y obtén un enlace nuevo.",
      ],
      expired: [
        "Este enlace ha caducado",
        "Un enlace funciona durante 10 minutos. Obtén uno nuevo en el otro dispositivo.",
      ],
      unknown: [
        "Este navegador no está vinculado",
        "Abre el enlace en el navegador que vinculaste o empieza de nuevo en el otro dispositivo.",
      ],
      broken: [
        "Este enlace no es seguro",
        "Alguien cambió lo que se envió entre tus dispositivos. No se ha firmado ni enviado nada. Obtén un enlace nuevo.",
      ],
      refused: [
        "Sin vincular",
        "No se ha compartido nada. Obtén un enlace nuevo en el otro dispositivo.",
      ],
      ended: ["Vínculo terminado", "El otro dispositivo ya no puede mostrar solicitudes aquí."],
      left: ["Vínculo terminado", "El otro dispositivo lo terminó."],
      answered: ["Listo", "Vuelve a la app para continuar."],
      wrongKey: ["Este enlace no sirve aquí", "Pertenece a otra cartera."],
      offline: [
        "No se puede conectar con el servicio de la cartera",
        "No se ha firmado ni enviado nada.",
      ],
    },
  },
  ja: {
    title: "このウォレットを連携しますか？",
    site: (site) => `${site} がここにリクエストを表示しようとしています。`,
    program: (name) =>
      `${name} と名乗るプログラムが、ここにリクエストを表示しようとしています。名前は確認されていません。`,
    app: (name) =>
      `${name} と名乗るアプリが、このウォレットへの接続を求めています。名前は確認されていません。`,
    returns:
      "このデバイスのアプリからここに来た場合だけ続けてください。回答は、次のアドレスを開くアプリに送られます。",
    proceed: "続ける",
    cancel: "キャンセル",
    back: "アプリに戻る",
    compareSite: (site) =>
      `もう一方の画面のアドレスバーに ${site} が表示され、次のコードが同じ場合だけ続けてください。`,
    compareProgram:
      "ご自身でプログラムを起動し、次のコードが表示されている場合だけ続けてください。",
    match: "コードは同じです",
    differ: "違います",
    linked: (who) => `${who} と連携中`,
    linkedLine:
      "このページを開いている間、リクエストがここに表示されます。どれもパスキーが必要です。",
    waiting: "もう一方のデバイスを待っています…",
    end: "連携を終了",
    home: "ウォレットを開く",
    again: "もう一度試す",
    closed: {
      used: [
        "このリンクは使用済みです",
        "リンクは一度だけ使えます。ご自身で開いていない場合は、ほかの人が開いています。もう一方のデバイスでキャンセルし、新しいリンクを取得してください。",
      ],
      expired: [
        "このリンクは期限切れです",
        "リンクは10分間有効です。もう一方のデバイスで新しいリンクを取得してください。",
      ],
      unknown: [
        "このブラウザは連携していません",
        "連携したブラウザでリンクを開くか、もう一方のデバイスで最初からやり直してください。",
      ],
      broken: [
        "このリンクは安全ではありません",
        "デバイス間の通信が書き換えられました。署名も送信もしていません。新しいリンクを取得してください。",
      ],
      refused: [
        "連携していません",
        "何も共有していません。もう一方のデバイスで新しいリンクを取得してください。",
      ],
      ended: ["連携を終了しました", "もう一方のデバイスはここにリクエストを表示できません。"],
      left: ["連携を終了しました", "もう一方のデバイスが終了しました。"],
      answered: ["完了しました", "アプリに戻って続けてください。"],
      wrongKey: ["このリンクはここでは使えません", "別のウォレットのリンクです。"],
      offline: ["ウォレットのサービスに接続できません", "署名も送信もしていません。"],
    },
  },
};
