/** All words of the rescue page. @module */
import { problems } from "./problems.ts";
import type { Problem } from "./refusal.ts";

/** The words. */
export interface RescueText {
  readonly dir: "ltr" | "rtl";
  readonly title: string;
  readonly intro: string;
  readonly passkeys: string;
  readonly care: string;
  readonly record: string;
  readonly recordHint: string;
  readonly recordPaste: string;
  readonly recordFile: string;
  readonly recordRead: string;
  readonly account: string;
  readonly network: string;
  readonly nodeUrl: string;
  readonly nodeHint: string;
  readonly nodeLook: string;
  readonly onNetwork: (chain: string) => string;
  readonly balance: (amount: string) => string;
  readonly owners: string;
  readonly passkey: string;
  readonly you: string;
  readonly missing: string;
  readonly behind: string;
  readonly apart: string;
  readonly wallet: string;
  readonly walletNone: string;
  readonly walletUse: (name: string) => string;
  readonly walletIs: (address: string) => string;
  readonly walletNoOwner: string;
  readonly deploy: string;
  readonly deployHint: string;
  readonly act: string;
  readonly kinds: { readonly native: string; readonly token: string; readonly raw: string };
  readonly kind: string;
  readonly to: string;
  readonly amount: string;
  readonly token: string;
  readonly contract: string;
  readonly data: string;
  readonly check: string;
  readonly reviewSend: (amount: string, to: string) => string;
  readonly reviewHas: (amount: string) => string;
  readonly reviewCall: (to: string, amount: string, data: string) => string;
  readonly reviewAdd: (address: string) => string;
  readonly reviewRemove: (owner: string) => string;
  readonly reviewSelf: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly add: string;
  readonly newOwner: string;
  readonly remove: string;
  readonly everywhere: string;
  readonly recover: string;
  readonly recoveryOwner: string;
  readonly recoverHint: (days: number) => string;
  readonly recoverOwner: string;
  readonly recoverOwnerHint: string;
  readonly recoverStart: string;
  readonly recoverWaits: (ready: Date) => string;
  readonly recoverStop: string;
  readonly reviewVeto: string;
  readonly recoverFinish: string;
  readonly reviewRecovery: (owner: string) => string;
  readonly working: string;
  readonly done: (transaction: string) => string;
  readonly save: string;
  readonly saveNow: string;
  readonly problems: Readonly<Record<Problem, string>>;
}

const en: RescueText = {
  dir: "ltr",
  title: "Use your account without the wallet service",
  intro:
    "With the record of your account, any node of the network, and a wallet whose address owns " +
    "the account, you can do everything here. This page talks to nobody else.",
  passkeys:
    "Passkeys cannot be used here: they belong to the address of the wallet where they were " +
    "made. This page is for recovery addresses.",
  care: "Only use a copy of this page that you trust, and read what your wallet shows.",
  record: "1. The record of the account",
  recordHint: "The file that you saved from the wallet. It holds nothing secret.",
  recordPaste: "Paste the record",
  recordFile: "Or choose the file",
  recordRead: "Read the record",
  account: "Account",
  network: "2. The network",
  nodeUrl: "URL of a node (JSON-RPC)",
  nodeHint: "Of the network on which you want to act. It sees which account you ask for.",
  nodeLook: "Look at the account",
  onNetwork: (chain) => `On the network with chain id ${chain}`,
  balance: (amount) => `Balance: ${amount} (native currency)`,
  owners: "Owners",
  passkey: "Passkey",
  you: "this is your wallet",
  missing: "The account is not on this network yet. Funds that were sent to its address are safe.",
  behind: "This network has not heard of all changes of the owners yet.",
  apart:
    "On this network the account has other owners than in the record. If your wallet is one of " +
    "them, a change that you sign here makes them the same again.",
  wallet: "3. Your wallet",
  walletNone: "No wallet was found in this browser. Open the page in one that has your wallet.",
  walletUse: (name) => `Use ${name}`,
  walletIs: (address) => `Your wallet: ${address}`,
  walletNoOwner: "This address owns nothing here. It can only bring the account to the network.",
  deploy: "Bring the account to this network",
  deployHint: "A transaction of your wallet, which pays the fee. No owner has to agree.",
  act: "4. Act with the account",
  kinds: { native: "Send native currency", token: "Send a token", raw: "Call a contract" },
  kind: "What to do",
  to: "To (address)",
  amount: "Amount",
  token: "Address of the token",
  contract: "Contract (address)",
  data: "Call data (hex)",
  check: "Go on",
  reviewSend: (amount, to) => `The account sends ${amount} to ${to}.`,
  reviewHas: (amount) => `It has ${amount} of this token.`,
  reviewCall: (to, amount, data) => `The account calls ${to} with ${amount} and this data: ${data}`,
  reviewAdd: (address) =>
    `${address} becomes an owner. Whoever has its key has the account, at once and everywhere.`,
  reviewRemove: (owner) => `This owner is removed: ${owner}`,
  reviewSelf: "It is your own wallet: afterwards you cannot act here any more.",
  confirm: "Sign with the wallet",
  cancel: "Cancel",
  add: "Add an owner",
  newOwner: "Address of the new owner",
  remove: "Remove",
  everywhere:
    "A change of owners is signed for all networks. Here it happens at once; elsewhere when " +
    "somebody brings it there, with the new record.",
  recover: "Recover the account",
  recoveryOwner: "recovery address",
  recoverHint: (days) =>
    `It takes effect after ${days} ${
      days === 1 ? "day" : "days"
    }. Until then any owner can stop it.`,
  recoverOwner: "New owner (address, or key of a passkey)",
  recoverOwnerHint: "It replaces all passkeys and addresses that own the account now.",
  recoverStart: "Start the recovery",
  recoverWaits: (ready) =>
    `A recovery of this account is running. It takes effect on ${
      ready.toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })
    }.`,
  recoverStop: "Stop it",
  reviewVeto:
    "This recovery is stopped on this network. The recovery address stays: remove it above if you do not know who has it. On other networks, stop it there as well.",
  recoverFinish: "Finish the recovery",
  reviewRecovery: (owner) => `This becomes the only full owner, and all permissions end: ${owner}`,
  working: "Your wallet asks, or the network works…",
  done: (transaction) => `Done. Transaction ${transaction}`,
  save: "Save the record",
  saveNow: "The owners have changed: save the new record.",
  problems: problems.en,
};

const de: RescueText = {
  dir: "ltr",
  title: "Dein Konto ohne den Wallet-Dienst benutzen",
  intro:
    "Mit der Datei deines Kontos, einem beliebigen Knoten des Netzwerks und einer Wallet, deren " +
    "Adresse das Konto besitzt, kannst du hier alles tun. Diese Seite spricht mit niemandem sonst.",
  passkeys:
    "Passkeys lassen sich hier nicht benutzen: Sie gehören zur Adresse der Wallet, bei der " +
    "sie angelegt wurden. Diese Seite ist für Wiederherstellungsadressen.",
  care: "Benutze nur eine Kopie dieser Seite, der du traust, und lies, was deine Wallet zeigt.",
  record: "1. Die Datei des Kontos",
  recordHint: "Die Datei, die du in der Wallet gespeichert hast. Sie enthält nichts Geheimes.",
  recordPaste: "Inhalt der Datei einfügen",
  recordFile: "Oder die Datei auswählen",
  recordRead: "Datei lesen",
  account: "Konto",
  network: "2. Das Netzwerk",
  nodeUrl: "URL eines Knotens (JSON-RPC)",
  nodeHint: "Von dem Netzwerk, auf dem du handeln willst. Er sieht, nach welchem Konto du fragst.",
  nodeLook: "Konto ansehen",
  onNetwork: (chain) => `Auf dem Netzwerk mit der Chain-ID ${chain}`,
  balance: (amount) => `Guthaben: ${amount} (Währung des Netzwerks)`,
  owners: "Besitzer",
  passkey: "Passkey",
  you: "das ist deine Wallet",
  missing:
    "Das Konto ist noch nicht auf diesem Netzwerk. Was an seine Adresse gesendet wurde, ist " +
    "sicher.",
  behind: "Dieses Netzwerk kennt noch nicht alle Änderungen der Besitzer.",
  apart:
    "In diesem Netzwerk hat das Konto andere Besitzer als in der Datei. Gehört deine Wallet dazu, " +
    "stellt eine Änderung, die du hier signierst, wieder dieselben her.",
  wallet: "3. Deine Wallet",
  walletNone:
    "In diesem Browser wurde keine Wallet gefunden. Öffne die Seite dort, wo deine Wallet ist.",
  walletUse: (name) => `${name} benutzen`,
  walletIs: (address) => `Deine Wallet: ${address}`,
  walletNoOwner:
    "Diese Adresse ist hier kein Besitzer des Kontos. Sie kann das Konto nur auf das " +
    "Netzwerk bringen.",
  deploy: "Konto auf dieses Netzwerk bringen",
  deployHint: "Eine Transaktion deiner Wallet, die die Gebühr zahlt. Kein Besitzer muss zustimmen.",
  act: "4. Mit dem Konto handeln",
  kinds: {
    native: "Währung des Netzwerks senden",
    token: "Einen Token senden",
    raw: "Einen Vertrag aufrufen",
  },
  kind: "Was geschehen soll",
  to: "An (Adresse)",
  amount: "Betrag",
  token: "Adresse des Tokens",
  contract: "Vertrag (Adresse)",
  data: "Aufrufdaten (hex)",
  check: "Weiter",
  reviewSend: (amount, to) => `Das Konto sendet ${amount} an ${to}.`,
  reviewHas: (amount) => `Es hat ${amount} von diesem Token.`,
  reviewCall: (to, amount, data) =>
    `Das Konto ruft ${to} mit ${amount} und diesen Daten auf: ${data}`,
  reviewAdd: (address) =>
    `${address} wird Besitzer. Wer den Schlüssel dazu hat, hat das Konto, sofort und überall.`,
  reviewRemove: (owner) => `Dieser Besitzer wird entfernt: ${owner}`,
  reviewSelf: "Es ist deine eigene Wallet: Danach kannst du hier nicht mehr handeln.",
  confirm: "Mit der Wallet unterschreiben",
  cancel: "Abbrechen",
  add: "Besitzer hinzufügen",
  newOwner: "Adresse des neuen Besitzers",
  remove: "Entfernen",
  everywhere:
    "Eine Änderung der Besitzer wird für alle Netzwerke unterschrieben. Hier geschieht sie " +
    "sofort; anderswo, sobald sie jemand mit der neuen Datei dorthin bringt.",
  recover: "Konto wiederherstellen",
  recoveryOwner: "Adresse zur Wiederherstellung",
  recoverHint: (days) =>
    `Es gilt nach ${days} ${
      days === 1 ? "Tag" : "Tagen"
    }. Bis dahin kann jeder Besitzer es aufhalten.`,
  recoverOwner: "Neuer Besitzer (Adresse oder Schlüssel eines Passkeys)",
  recoverOwnerHint: "Ersetzt alle Passkeys und Adressen, denen das Konto jetzt gehört.",
  recoverStart: "Wiederherstellung beginnen",
  recoverWaits: (ready) =>
    `Dieses Konto wird gerade wiederhergestellt. Es gilt ab ${
      ready.toLocaleString("de", { dateStyle: "medium", timeStyle: "short" })
    }.`,
  recoverStop: "Aufhalten",
  reviewVeto:
    "Diese Wiederherstellung wird in diesem Netzwerk aufgehalten. Die Adresse bleibt: Entfernen Sie sie oben, wenn Sie nicht wissen, wer sie hat. In anderen Netzwerken halten Sie sie dort ebenfalls auf.",
  recoverFinish: "Wiederherstellung abschließen",
  reviewRecovery: (owner) =>
    `Das wird der einzige volle Besitzer, und alle Erlaubnisse enden: ${owner}`,
  working: "Deine Wallet fragt, oder das Netzwerk arbeitet…",
  done: (transaction) => `Fertig. Transaktion ${transaction}`,
  save: "Datei speichern",
  saveNow: "Die Besitzer haben sich geändert: Speichere die neue Datei.",
  problems: problems.de,
};

const ar: RescueText = {
  dir: "rtl",
  title: "استخدم حسابك دون خدمة المحفظة",
  intro: "بسجل حسابك وأي عقدة في الشبكة ومحفظة يملك عنوانها الحساب، يمكنك فعل كل شيء هنا. لا تتصل " +
    "هذه الصفحة بأحد غيرهم.",
  passkeys: "لا يمكن استخدام مفاتيح المرور هنا: فهي مرتبطة بعنوان المحفظة التي أُنشئت فيها. هذه " +
    "الصفحة مخصصة لعناوين الاسترداد.",
  care: "لا تستخدم إلا نسخة تثق بها من هذه الصفحة، واقرأ ما تعرضه محفظتك.",
  record: "1. سجل الحساب",
  recordHint: "الملف الذي حفظته من المحفظة. لا يحتوي على أي شيء سري.",
  recordPaste: "ألصق السجل",
  recordFile: "أو اختر الملف",
  recordRead: "قراءة السجل",
  account: "الحساب",
  network: "2. الشبكة",
  nodeUrl: "عنوان URL لعقدة (JSON-RPC)",
  nodeHint: "من الشبكة التي تريد العمل عليها. ترى العقدة الحساب الذي تسأل عنه.",
  nodeLook: "عرض الحساب",
  onNetwork: (chain) => `على الشبكة ذات المعرّف ${chain}`,
  balance: (amount) => `الرصيد: ${amount} (عملة الشبكة)`,
  owners: "المالكون",
  passkey: "مفتاح مرور",
  you: "هذه محفظتك",
  missing: "الحساب غير موجود على هذه الشبكة بعد. ما أُرسل إلى عنوانه آمن.",
  behind: "لم تصل إلى هذه الشبكة كل تغييرات المالكين بعد.",
  apart:
    "مالكو الحساب على هذه الشبكة غير المالكين في السجل. إن كانت محفظتك من بينهم، فإن تغييرًا توقّعه " +
    "هنا يعيدهم كما كانوا.",
  wallet: "3. محفظتك",
  walletNone: "لم يُعثر على محفظة في هذا المتصفح. افتح الصفحة حيث توجد محفظتك.",
  walletUse: (name) => `استخدام ${name}`,
  walletIs: (address) => `محفظتك: ${address}`,
  walletNoOwner: "هذا العنوان ليس مالكًا للحساب هنا. يمكنه فقط إحضار الحساب إلى الشبكة.",
  deploy: "إحضار الحساب إلى هذه الشبكة",
  deployHint: "معاملة من محفظتك التي تدفع الرسوم. لا حاجة إلى موافقة أي مالك.",
  act: "4. التصرف بالحساب",
  kinds: { native: "إرسال عملة الشبكة", token: "إرسال رمز مميز", raw: "استدعاء عقد" },
  kind: "ما المطلوب",
  to: "إلى (عنوان)",
  amount: "المبلغ",
  token: "عنوان الرمز المميز",
  contract: "العقد (عنوان)",
  data: "بيانات الاستدعاء (hex)",
  check: "متابعة",
  reviewSend: (amount, to) => `يرسل الحساب ${amount} إلى ${to}.`,
  reviewHas: (amount) => `لديه ${amount} من هذا الرمز.`,
  reviewCall: (to, amount, data) => `يستدعي الحساب ${to} بمبلغ ${amount} وبهذه البيانات: ${data}`,
  reviewAdd: (address) => `يصبح ${address} مالكًا. من يملك مفتاحه يملك الحساب، فورًا وفي كل مكان.`,
  reviewRemove: (owner) => `يُزال هذا المالك: ${owner}`,
  reviewSelf: "هذه محفظتك أنت: بعد ذلك لن تستطيع التصرف هنا.",
  confirm: "التوقيع بالمحفظة",
  cancel: "إلغاء",
  add: "إضافة مالك",
  newOwner: "عنوان المالك الجديد",
  remove: "إزالة",
  everywhere: "يُوقَّع تغيير المالكين لكل الشبكات. يحدث هنا فورًا، وفي غيرها عندما يحضره أحد إليها " +
    "بالسجل الجديد.",
  recover: "استعادة الحساب",
  recoveryOwner: "عنوان الاستعادة",
  recoverHint: (days) => `تسري بعد ${days} أيام. وحتى ذلك الحين يستطيع أي مالك إيقافها.`,
  recoverOwner: "المالك الجديد (عنوان أو مفتاح مرور)",
  recoverOwnerHint: "يحل محل كل مفاتيح المرور والعناوين التي تملك الحساب الآن.",
  recoverStart: "بدء الاستعادة",
  recoverWaits: (ready) =>
    `استعادة هذا الحساب جارية. تسري في ${
      ready.toLocaleString("ar", { dateStyle: "medium", timeStyle: "short" })
    }.`,
  recoverStop: "أوقفها",
  reviewVeto:
    "تتوقف هذه الاستعادة على هذه الشبكة. يبقى عنوان الاستعادة: أزله أعلاه إن كنت لا تعرف من يملكه. وعلى الشبكات الأخرى أوقفها هناك أيضًا.",
  recoverFinish: "إتمام الاستعادة",
  reviewRecovery: (owner) => `يصبح هذا المالك الكامل الوحيد، وتنتهي كل الأذونات: ${owner}`,
  working: "محفظتك تسألك أو الشبكة تعمل…",
  done: (transaction) => `تم. المعاملة ${transaction}`,
  save: "حفظ السجل",
  saveNow: "تغيّر المالكون: احفظ السجل الجديد.",
  problems: problems.ar,
};

/** The tables by language. */
const rescueTexts: Readonly<Record<string, RescueText>> = { en, de, ar };

/** The words for the first language that is spoken here, and its tag. */
export function rescueText(
  languages: readonly string[],
): { readonly tag: string; readonly text: RescueText } {
  for (const language of languages) {
    const tag = language.slice(0, 2).toLowerCase();
    const text = Object.hasOwn(rescueTexts, tag) ? rescueTexts[tag] : undefined;
    if (text !== undefined) return { tag, text };
  }
  return { tag: "en", text: en };
}
