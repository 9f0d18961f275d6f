/** Says in words why a step of the rescue page failed. @module */
import type { Problem } from "./refusal.ts";

type Words = Readonly<Record<Problem, string>>;

const en: Words = {
  record: "This is no record of an account, or it was changed.",
  node_url: "The URL must begin with https:// (or be of this machine).",
  node_down: "The node does not answer. Try another one.",
  node_refused: "The node refused to answer.",
  wallet_refused: "The wallet refused. Nothing was done.",
  wrong_chain: "Your wallet is on another network. Switch it, then try again.",
  wrong_signature: "The wallet signed something else, or with another key. Nothing was sent.",
  would_fail: "This would fail. Nothing was signed or sent.",
  failed: "It was carried out and failed. Nothing but the fee has changed.",
  not_mined: "The transaction is not in a block yet. It may still be; look before you try again.",
  address: "This is no address.",
  amount: "This is no amount, or it has too many decimals.",
  data: "Call data is 0x and an even number of hex digits.",
  token: "At this address is no token.",
  already_owner: "It is an owner already, or the account itself.",
  last_owner: "The last owner cannot be removed.",
  code_unknown:
    "On this network the account runs code that this page does not know, so it signs nothing for it. Get a newer copy of this page. If that does not know it either, the code may have been replaced: send nothing to the account there.",
  unexpected: "Something went wrong. Look at the account before you try again.",
};

const de: Words = {
  record: "Das ist keine Datei eines Kontos, oder sie wurde verändert.",
  node_url: "Die URL muss mit https:// beginnen (oder zu diesem Gerät gehören).",
  node_down: "Der Knoten antwortet nicht. Versuche einen anderen.",
  node_refused: "Der Knoten hat die Antwort verweigert.",
  wallet_refused: "Die Wallet hat abgelehnt. Nichts ist geschehen.",
  wrong_chain:
    "Deine Wallet ist auf einem anderen Netzwerk. Wechsle es und versuche es noch einmal.",
  wrong_signature:
    "Die Wallet hat etwas anderes oder mit einem anderen Schlüssel unterschrieben. Nichts wurde " +
    "gesendet.",
  would_fail: "Das würde scheitern. Nichts wurde unterschrieben oder gesendet.",
  failed: "Es wurde ausgeführt und ist gescheitert. Außer der Gebühr hat sich nichts geändert.",
  not_mined:
    "Die Transaktion ist noch in keinem Block. Das kann noch kommen; sieh nach, bevor du es " +
    "noch einmal versuchst.",
  address: "Das ist keine Adresse.",
  amount: "Das ist kein Betrag, oder er hat zu viele Nachkommastellen.",
  data: "Aufrufdaten sind 0x und eine gerade Zahl von Hex-Ziffern.",
  token: "An dieser Adresse ist kein Token.",
  already_owner: "Sie ist schon Besitzer, oder sie ist das Konto selbst.",
  last_owner: "Der letzte Besitzer kann nicht entfernt werden.",
  code_unknown:
    "In diesem Netz läuft das Konto mit Code, den diese Seite nicht kennt; sie unterschreibt nichts dafür. Besorge dir eine neuere Fassung dieser Seite. Kennt auch sie ihn nicht, wurde der Code vielleicht ausgetauscht: Sende dort nichts mehr an das Konto.",
  unexpected: "Etwas ist schiefgegangen. Sieh dir das Konto an, bevor du es noch einmal versuchst.",
};

const ar: Words = {
  record: "هذا ليس سجل حساب، أو أنه عُدّل.",
  node_url: "يجب أن يبدأ العنوان بـ https:// (أو أن يكون على هذا الجهاز).",
  node_down: "العقدة لا تجيب. جرّب عقدة أخرى.",
  node_refused: "رفضت العقدة الإجابة.",
  wallet_refused: "رفضت المحفظة. لم يحدث شيء.",
  wrong_chain: "محفظتك على شبكة أخرى. بدّلها ثم حاول مجددًا.",
  wrong_signature: "وقّعت المحفظة شيئًا آخر أو بمفتاح آخر. لم يُرسل شيء.",
  would_fail: "سيفشل هذا. لم يُوقَّع أو يُرسل شيء.",
  failed: "نُفّذ وفشل. لم يتغير شيء سوى الرسوم.",
  not_mined: "المعاملة ليست في كتلة بعد. قد تصل لاحقًا؛ تحقق قبل أن تحاول مجددًا.",
  address: "هذا ليس عنوانًا.",
  amount: "هذا ليس مبلغًا، أو أن خاناته العشرية كثيرة.",
  data: "بيانات الاستدعاء هي 0x وعدد زوجي من الأرقام الست عشرية.",
  token: "لا يوجد رمز مميز في هذا العنوان.",
  already_owner: "هو مالك بالفعل، أو هو الحساب نفسه.",
  last_owner: "لا يمكن إزالة آخر مالك.",
  code_unknown:
    "يعمل الحساب على هذه الشبكة بشيفرة لا تعرفها هذه الصفحة، فلا توقّع له شيئًا. احصل على نسخة أحدث من هذه الصفحة. إن لم تعرفها هي أيضًا فقد تكون الشيفرة استُبدلت: لا ترسل شيئًا إلى الحساب هناك.",
  unexpected: "حدث خطأ ما. تحقق من الحساب قبل أن تحاول مجددًا.",
};

/** The words in each language. */
export const problems: Readonly<Record<"en" | "de" | "ar", Words>> = { en, de, ar };
