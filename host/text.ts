/** All words of the home page, in the languages of the dialogs. @module */

import type { Language } from "./language.ts";

/** The words. */
export interface HomeText {
  readonly title: string;
  readonly empty: string;
  readonly promise: (host: string) => string;
  readonly permissions: string;
  readonly noPermissions: string;
  readonly spender: string;
  readonly upTo: (amount: string, period: string) => string;
  readonly left: (amount: string) => string;
  readonly until: (moment: string) => string;
  readonly unused: string;
  readonly revoke: string;
  readonly revokeAll: string;
  readonly loading: string;
  readonly balances: string;
  readonly noBalances: string;
  readonly activity: string;
  readonly noActivity: string;
  readonly statuses: Readonly<Record<100 | 200 | 500, string>>;
  readonly sites: string;
  readonly noSites: string;
  readonly lastUsed: (moment: string) => string;
  readonly disconnect: string;
  readonly owners: string;
  readonly passkey: string;
  readonly thisDevice: string;
  readonly recoveryAddress: string;
  readonly remove: string;
  readonly ownersLate: (chains: string) => string;
  readonly ownersAhead: (chains: string) => string;
  readonly ownersForked: (chains: string) => string;
  readonly ownersLost: (chains: string) => string;
  readonly recovering: (name: string) => string;
  readonly recoveringSince: (ready: Date, chains: string) => string;
  readonly stopRecovery: string;
  readonly newerVersion: (chain: string) => string;
  readonly update: string;
  readonly codeUnknown: (chain: string) => string;
  readonly pushOn: string;
  readonly pushOff: string;
  readonly pushDenied: string;
  readonly pushFailed: string;
  readonly pushTurnOn: string;
  readonly pushTurnOff: string;
  readonly onlyPasskey: string;
  readonly addPasskey: string;
  readonly addRecovery: string;
  readonly add: string;
  readonly offline: string;
  readonly retry: string;
  readonly addAccount: string;
  readonly rename: string;
  readonly nameHere: string;
  readonly save: string;
  readonly noNetwork: string;
  readonly wallet: string;
}

const en: HomeText = {
  title: "Your wallet",
  empty: "This device knows no account yet.",
  promise: (host) =>
    `Your passkeys stay on your devices. This address, ${host}, is the only one that can ask for them.`,
  permissions: "Rights you have granted",
  noPermissions: "Nobody else can act for this account.",
  spender: "Spender",
  upTo: (amount, period) => `Up to ${amount} every ${period}`,
  left: (amount) => `${amount} left now`,
  until: (moment) => `Until ${moment}`,
  unused: "Signed, not used yet",
  revoke: "Take back",
  revokeAll: "Take back all",
  loading: "Loading …",
  balances: "Balances",
  noBalances: "This account holds nothing yet.",
  activity: "Latest activity",
  noActivity: "Nothing was sent yet.",
  statuses: { 100: "On its way", 200: "Done", 500: "Failed, all of it undone" },
  sites: "Connected sites",
  noSites: "No site is connected to this account.",
  lastUsed: (moment) => `Last used ${moment}`,
  disconnect: "Disconnect",
  owners: "What opens this account",
  passkey: "Passkey",
  thisDevice: "this device",
  recoveryAddress: "Recovery address",
  remove: "Remove",
  ownersAhead: (chains) =>
    `On ${chains}, a later change was made that is not known here. The next one brings all together.`,
  ownersForked: (chains) =>
    `On ${chains}, this account has other owners. The next change that you make brings it back.`,
  ownersLost: (chains) =>
    `On ${chains}, this account has other owners, and none of yours is among them: it is lost there.`,
  recovering: (name) => `Someone is recovering ${name}`,
  recoveringSince: (ready, chains) =>
    `It takes effect on ${
      ready.toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })
    }, on ${chains}. Not you? It was started by this recovery address:`,
  stopRecovery: "Stop it",
  pushOn: "This device tells you when someone starts to recover this account.",
  pushOff:
    "If someone starts to recover this account, this device can tell you, so that you stop it in time.",
  pushDenied:
    "This browser does not allow messages from your wallet. Allow them in its settings to hear when someone starts to recover this account.",
  pushFailed: "That did not work. Nothing has changed.",
  pushTurnOn: "Tell me on this device",
  pushTurnOff: "Tell me no more",
  ownersLate: (chains) =>
    `The latest change has not reached ${chains}. There, what was removed is still valid.`,
  newerVersion: (chain) => `There is a newer version of this account on ${chain}.`,
  update: "Update",
  codeUnknown: (chain) =>
    `On ${chain}, this account runs code that this wallet does not know, and signs nothing for. Load this page again. If you still see this, send nothing to the account there.`,
  onlyPasskey:
    "The only passkey of this account exists on one device. If that device is lost, so is the account: add another.",
  addPasskey: "Add a passkey",
  addRecovery: "Recovery address",
  add: "Add",
  offline: "The wallet service cannot be reached. What is shown here may be incomplete.",
  retry: "Try again",
  addAccount: "Sign in, or make an account",
  rename: "Rename",
  nameHere: "Name on this device",
  save: "Save",
  noNetwork: "You are offline. What is shown is as it was.",
  wallet: "Your wallet",
};

const de: HomeText = {
  title: "Ihre Wallet",
  empty: "Dieses Gerät kennt noch kein Konto.",
  promise: (host) =>
    `Ihre Passkeys bleiben auf Ihren Geräten. Nur diese Adresse, ${host}, kann nach ihnen fragen.`,
  permissions: "Rechte, die Sie erteilt haben",
  noPermissions: "Niemand sonst kann für dieses Konto handeln.",
  spender: "Berechtigter",
  upTo: (amount, period) => `Bis zu ${amount} je ${period}`,
  left: (amount) => `davon jetzt übrig: ${amount}`,
  until: (moment) => `Bis ${moment}`,
  unused: "Unterschrieben, noch nicht genutzt",
  revoke: "Zurücknehmen",
  revokeAll: "Alle zurücknehmen",
  loading: "Lädt …",
  balances: "Guthaben",
  noBalances: "Dieses Konto hat noch nichts.",
  activity: "Letzte Vorgänge",
  noActivity: "Noch wurde nichts gesendet.",
  statuses: { 100: "Unterwegs", 200: "Erledigt", 500: "Gescheitert, alles rückgängig gemacht" },
  sites: "Verbundene Seiten",
  noSites: "Keine Seite ist mit diesem Konto verbunden.",
  lastUsed: (moment) => `Zuletzt benutzt: ${moment}`,
  disconnect: "Trennen",
  owners: "Was dieses Konto öffnet",
  passkey: "Passkey",
  thisDevice: "dieses Gerät",
  recoveryAddress: "Adresse zur Wiederherstellung",
  remove: "Entfernen",
  ownersAhead: (chains) =>
    `In ${chains} gab es eine spätere Änderung, die hier nicht bekannt ist. Ihre nächste führt alles zusammen.`,
  ownersForked: (chains) =>
    `In ${chains} hat dieses Konto andere Besitzer. Ihre nächste Änderung holt es zurück.`,
  ownersLost: (chains) =>
    `In ${chains} hat dieses Konto andere Besitzer, und keiner davon gehört Ihnen: Dort ist es verloren.`,
  recovering: (name) => `Jemand stellt ${name} wieder her`,
  recoveringSince: (ready, chains) =>
    `Es gilt ab ${
      ready.toLocaleString("de", { dateStyle: "medium", timeStyle: "short" })
    }, in ${chains}. Das sind nicht Sie? Begonnen hat es diese Adresse zur Wiederherstellung:`,
  stopRecovery: "Aufhalten",
  pushOn: "Dieses Gerät meldet Ihnen, wenn jemand beginnt, dieses Konto wiederherzustellen.",
  pushOff:
    "Beginnt jemand, dieses Konto wiederherzustellen, kann dieses Gerät es Ihnen melden, damit Sie es rechtzeitig aufhalten.",
  pushDenied:
    "Dieser Browser erlaubt keine Mitteilungen Ihrer Wallet. Erlauben Sie sie in seinen Einstellungen, um von einer Wiederherstellung zu erfahren.",
  pushFailed: "Das hat nicht geklappt. Nichts hat sich geändert.",
  pushTurnOn: "Auf diesem Gerät melden",
  pushTurnOff: "Nicht mehr melden",
  ownersLate: (chains) =>
    `Die letzte Änderung ist auf ${chains} noch nicht angekommen. Dort gilt Entferntes noch.`,
  newerVersion: (chain) => `In ${chain} gibt es eine neuere Version dieses Kontos.`,
  update: "Aktualisieren",
  codeUnknown: (chain) =>
    `In ${chain} läuft dieses Konto mit Code, den diese Wallet nicht kennt und für den sie nichts unterschreibt. Laden Sie diese Seite neu. Sehen Sie das dann immer noch, senden Sie dort nichts mehr an das Konto.`,
  onlyPasskey:
    "Der einzige Passkey dieses Kontos ist auf einem Gerät. Geht es verloren, ist auch das Konto verloren: fügen Sie einen weiteren hinzu.",
  addPasskey: "Passkey hinzufügen",
  addRecovery: "Adresse zur Wiederherstellung",
  add: "Hinzufügen",
  offline: "Der Wallet-Dienst ist nicht erreichbar. Was hier steht, ist vielleicht unvollständig.",
  retry: "Noch einmal versuchen",
  addAccount: "Anmelden oder Konto anlegen",
  rename: "Umbenennen",
  nameHere: "Name auf diesem Gerät",
  save: "Speichern",
  noNetwork: "Sie sind offline. Gezeigt wird der letzte Stand.",
  wallet: "Ihre Wallet",
};

const ar: HomeText = {
  title: "محفظتك",
  empty: "لا يعرف هذا الجهاز أي حساب بعد.",
  promise: (host) => `تبقى مفاتيح المرور على أجهزتك. هذا العنوان وحده، ${host}، يمكنه أن يطلبها.`,
  permissions: "الصلاحيات التي منحتها",
  noPermissions: "لا أحد غيرك يستطيع التصرف باسم هذا الحساب.",
  spender: "المخوَّل",
  upTo: (amount, period) => `حتى ${amount} كل ${period}`,
  left: (amount) => `المتبقي الآن ${amount}`,
  until: (moment) => `حتى ${moment}`,
  unused: "موقَّعة ولم تُستخدم بعد",
  revoke: "سحب",
  revokeAll: "سحب الكل",
  loading: "جارٍ التحميل …",
  balances: "الأرصدة",
  noBalances: "لا يملك هذا الحساب شيئًا بعد.",
  activity: "آخر العمليات",
  noActivity: "لم يُرسل شيء بعد.",
  statuses: { 100: "في الطريق", 200: "تمت", 500: "فشلت وأُلغي كل ما فيها" },
  sites: "المواقع المتصلة",
  noSites: "لا موقع متصل بهذا الحساب.",
  lastUsed: (moment) => `آخر استخدام ${moment}`,
  disconnect: "قطع الاتصال",
  owners: "ما يفتح هذا الحساب",
  passkey: "مفتاح مرور",
  thisDevice: "هذا الجهاز",
  recoveryAddress: "عنوان الاسترداد",
  remove: "إزالة",
  ownersAhead: (chains) => `على ${chains} جرى تغيير لاحق غير معروف هنا. تغييرك التالي يجمع الكل.`,
  ownersForked: (chains) => `على ${chains} لهذا الحساب مالكون آخرون. تغييرك التالي يعيده.`,
  ownersLost: (chains) =>
    `على ${chains} لهذا الحساب مالكون آخرون، وليس بينهم أحد من مالكيك: ضاع هناك.`,
  recovering: (name) => `شخص ما يستعيد ${name}`,
  recoveringSince: (ready, chains) =>
    `تسري الاستعادة في ${
      ready.toLocaleString("ar", { dateStyle: "medium", timeStyle: "short" })
    } على ${chains}. لست أنت؟ بدأها عنوان الاسترداد هذا:`,
  stopRecovery: "أوقفها",
  pushOn: "يُعلمك هذا الجهاز إذا بدأ أحد استعادة هذا الحساب.",
  pushOff: "إذا بدأ أحد استعادة هذا الحساب فيمكن لهذا الجهاز أن يُعلمك لتوقفها في الوقت المناسب.",
  pushDenied:
    "لا يسمح هذا المتصفح بإشعارات محفظتك. اسمح بها في إعداداته لتعلم إذا بدأ أحد استعادة هذا الحساب.",
  pushFailed: "لم ينجح ذلك، ولم يتغير شيء.",
  pushTurnOn: "أعلمني على هذا الجهاز",
  pushTurnOff: "لا تُعلمني بعد الآن",
  ownersLate: (chains) => `لم يصل آخر تغيير إلى ${chains} بعد، وما أُزيل ما زال صالحًا هناك.`,
  newerVersion: (chain) => `يوجد إصدار أحدث من هذا الحساب على ${chain}.`,
  update: "تحديث",
  codeUnknown: (chain) =>
    `على ${chain} يعمل هذا الحساب بشيفرة لا تعرفها هذه المحفظة ولا توقّع له شيئًا. أعد تحميل الصفحة، وإن بقي هذا فلا ترسل شيئًا إلى الحساب هناك.`,
  onlyPasskey:
    "مفتاح المرور الوحيد لهذا الحساب على جهاز واحد. إن ضاع الجهاز ضاع الحساب: أضف مفتاحًا آخر.",
  addPasskey: "إضافة مفتاح مرور",
  addRecovery: "عنوان الاسترداد",
  add: "إضافة",
  offline: "تعذّر الوصول إلى خدمة المحفظة. قد يكون المعروض هنا ناقصًا.",
  retry: "حاول مجددًا",
  addAccount: "تسجيل الدخول أو إنشاء حساب",
  rename: "إعادة التسمية",
  nameHere: "الاسم على هذا الجهاز",
  save: "حفظ",
  noNetwork: "أنت غير متصل بالإنترنت. المعروض هنا كما كان.",
  wallet: "محفظتك",
};

/** The words in each language. */
export const homeTexts: Readonly<Record<Language, HomeText>> = { en, de, ar };
