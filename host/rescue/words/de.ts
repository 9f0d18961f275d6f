/** Texts of the rescue page in German. @module */
import type { RescueText } from "./en.ts";

/** The words. */
export const de: RescueText = {
  title: "Zurück in Ihr Konto",
  intro: "Vier Schritte: Ihre Rettungsdatei, das Netzwerk, Ihre Wiederherstellungs-Wallet und " +
    "was Sie tun wollen. Nichts wird gesendet, bevor Sie es in dieser Wallet bestätigen. Diese Seite " +
    "spricht nur mit Ihrem Knoten.",
  passkeys:
    "Passkeys lassen sich hier nicht benutzen: Sie gehören zur Adresse der Wallet, bei der " +
    "sie erstellt wurden. Diese Seite ist für Wiederherstellungsadressen.",
  care:
    "Benutzen Sie nur eine Kopie dieser Seite, der Sie trauen, und lesen Sie, was Ihre Wallet zeigt.",
  record: "1. Ihre Rettungsdatei",
  recordHint:
    "Sie haben sie in der Wallet unter „Sicherheit“ gespeichert. Sie enthält keine Geheimnisse.",
  recordPaste: "Oder den Inhalt einfügen",
  recordFile: "Datei auswählen oder hierher ziehen",
  recordRead: "Datei öffnen",
  account: "Konto",
  network: "2. Das Netzwerk",
  nodeUrl: "URL eines Knotens (JSON-RPC)",
  nodeHint: "Für das Netzwerk, das Sie verwenden wollen. Er sieht, nach welchem Konto Sie fragen.",
  nodeLook: "Konto suchen",
  onNetwork: (chain) => `Im Netzwerk mit der Chain-ID ${chain}`,
  balance: (amount) => `Guthaben: ${amount} (Währung des Netzwerks)`,
  owners: "Besitzer",
  passkey: "Passkey",
  you: "das ist Ihre Wallet",
  missing:
    "Das Konto ist noch nicht in diesem Netzwerk. Was an seine Adresse gesendet wurde, ist " +
    "sicher.",
  behind: "Dieses Netzwerk kennt noch nicht alle Änderungen der Besitzer.",
  apart:
    "In diesem Netzwerk hat das Konto andere Besitzer als in der Datei. Gehört Ihre Wallet dazu, " +
    "sind es nach einer Änderung, die Sie hier unterschreiben, wieder dieselben.",
  wallet: "3. Ihre Wallet",
  walletNone:
    "In diesem Browser wurde keine Wallet gefunden. Öffnen Sie die Seite dort, wo Ihre Wallet ist.",
  walletUse: (name) => `${name} benutzen`,
  walletIs: (address) => `Ihre Wallet: ${address}`,
  walletNoOwner: "Diese Adresse ist hier kein Besitzer des Kontos. Sie kann das Konto nur in das " +
    "Netzwerk bringen.",
  deploy: "Konto in dieses Netzwerk bringen",
  deployHint: "Eine Transaktion Ihrer Wallet, die die Gebühr zahlt. Kein Besitzer muss zustimmen.",
  act: "4. Was möchten Sie tun?",
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
    `${address} wird Besitzer. Wer den Schlüssel dazu hat, kontrolliert das Konto, sofort und überall.`,
  reviewRemove: (owner) => `Dieser Besitzer wird entfernt: ${owner}`,
  reviewSelf: "Es ist Ihre eigene Wallet: Danach können Sie hier nichts mehr tun.",
  confirm: "Mit der Wallet unterschreiben",
  cancel: "Abbrechen",
  add: "Besitzer hinzufügen",
  newOwner: "Adresse des neuen Besitzers",
  remove: "Entfernen",
  everywhere:
    "Eine Änderung der Besitzer wird für alle Netzwerke unterschrieben. Hier geschieht sie " +
    "sofort; anderswo, sobald sie jemand mit der neuen Datei dorthin bringt.",
  recover: "Konto wiederherstellen",
  recoveryOwner: "Wiederherstellungsadresse",
  recoverHint: (days) =>
    `Die Wiederherstellung gilt nach ${days} ${
      days === 1 ? "Tag" : "Tagen"
    }. Bis dahin kann jeder Besitzer sie aufhalten.`,
  recoverOwner: "Neuer Besitzer (Adresse oder Schlüssel eines Passkeys)",
  recoverOwnerHint: "Ersetzt alle Passkeys und Adressen, denen das Konto jetzt gehört.",
  recoverStart: "Wiederherstellung beginnen",
  recoverWaits: (ready) =>
    `Dieses Konto wird gerade wiederhergestellt. Das gilt ab ${
      ready.toLocaleString("de", { dateStyle: "medium", timeStyle: "short" })
    }.`,
  recoverStop: "Aufhalten",
  reviewVeto:
    "Diese Wiederherstellung wird in diesem Netzwerk aufgehalten. Die Adresse bleibt: Entfernen Sie sie oben, wenn Sie nicht wissen, wer sie hat. Halten Sie die Wiederherstellung auch in anderen Netzwerken auf.",
  recoverFinish: "Wiederherstellung abschließen",
  reviewRecovery: (owner) =>
    `Alle Zugriffe enden, und das wird der einzige Besitzer mit voller Kontrolle: ${owner}`,
  working: "Warten auf Ihre Wallet oder das Netzwerk\u00a0…",
  done: (transaction) => `Fertig. Transaktion ${transaction}`,
  save: "Rettungsdatei speichern",
  saveNow: "Die Besitzer haben sich geändert: Speichern Sie die neue Datei.",
  problems: {
    record: "Das ist keine Rettungsdatei, oder sie wurde verändert.",
    node_url: "Die URL muss mit https:// beginnen (oder zu diesem Gerät gehören).",
    node_down: "Der Knoten antwortet nicht. Versuchen Sie einen anderen.",
    node_refused: "Der Knoten hat die Antwort verweigert.",
    wallet_refused: "Die Wallet hat abgelehnt. Nichts ist geschehen.",
    wrong_chain:
      "Ihre Wallet ist in einem anderen Netzwerk. Wechseln Sie das Netzwerk und versuchen Sie es erneut.",
    wrong_signature:
      "Die Wallet hat etwas anderes oder mit einem anderen Schlüssel unterschrieben. Nichts wurde " +
      "gesendet.",
    would_fail: "Das würde scheitern. Nichts wurde unterschrieben oder gesendet.",
    failed: "Es wurde ausgeführt und ist gescheitert. Außer der Gebühr hat sich nichts geändert.",
    not_mined:
      "Die Transaktion ist noch in keinem Block. Das kann noch kommen; sehen Sie nach, bevor Sie es " +
      "noch einmal versuchen.",
    address: "Das ist keine Adresse.",
    amount: "Das ist kein Betrag, oder er hat zu viele Nachkommastellen.",
    data: "Aufrufdaten sind 0x und eine gerade Zahl von Hex-Ziffern.",
    token: "An dieser Adresse ist kein Token.",
    already_owner: "Diese Adresse ist schon Besitzer oder das Konto selbst.",
    contract:
      "Diese Adresse ist in diesem Netzwerk ein Vertrag. In einem anderen Netzwerk kann dieselbe Adresse jemand anderem gehören. Verwenden Sie die Adresse einer Wallet mit eigenem Schlüssel.",
    last_owner: "Der letzte Besitzer kann nicht entfernt werden.",
    code_unknown:
      "In diesem Netzwerk läuft das Konto mit Code, den diese Seite nicht kennt; sie unterschreibt nichts dafür. Besorgen Sie sich eine neuere Fassung dieser Seite. Kennt auch sie ihn nicht, wurde der Code vielleicht ausgetauscht: Senden Sie dort nichts mehr an das Konto.",
    unexpected:
      "Das hat nicht geklappt. Sehen Sie sich das Konto an, bevor Sie es noch einmal versuchen.",
  },
};
