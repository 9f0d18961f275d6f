/** Words of the pages about recovery with a friend, in German. @module */
import type { FriendWords } from "./friend_en.ts";

/** The words. */
export const words: FriendWords = {
  ask: "Freund fragen",
  askLine:
    "Verlieren Sie Ihren Passkey, kann ein Freund Sie wieder hineinlassen. Ihr Konto benutzen kann er nicht.",
  askNext: "Wer zusagt, schickt einen Link zurück. Öffnen Sie ihn auf diesem Gerät.",
  yourName: "Ihr Name, für den Freund (optional)",
  sendLink: "Schicken Sie diesen Link Ihrem Freund",
  linkCode: "QR-Code des Links",
  useAddress: "Stattdessen eine Adresse",
  aFriend: "jemand ohne Namen",
  quote: (name) => `„${name}“`,
  unreadable: "Dieser Link ist beschädigt. Bitten Sie um einen neuen.",
  own: "Das ist Ihr eigenes Konto. Schicken Sie den Link einem Freund.",
  account: "Konto",
  needAccount: "Um zu helfen, brauchen Sie einen Passkey in dieser Wallet.",
  needSignIn: "Melden Sie sich zuerst bei diesem Konto an:",
  needHelper: "Melden Sie sich mit dem Passkey an, mit dem Sie Hilfe zugesagt haben.",

  agreeTitle: "Einem Freund helfen",
  asksYou: (name) => `${name} bittet um Ihre Hilfe, falls der Passkey verloren geht.`,
  agreeLine:
    "Sie können das Konto nicht benutzen. Sie können nur eine Wieder\u00adherstellung beginnen. Sie dauert Tage und lässt sich aufhalten.",
  help: () => "Hilfe zusagen",
  agreed: (name) => `Schicken Sie diesen Link zurück an ${name}`,
  agreedLine: "Erst wenn er geöffnet wird, sind Sie hinzugefügt.",
  readCode: (name) =>
    `${name} fragt nach diesem Code. Lesen Sie ihn am Telefon oder persönlich vor.`,
  hearCode: (name) =>
    `Rufen Sie ${name} unter einer bekannten Nummer an. Der Code, den Sie hören, muss dieser sein:`,
  code: "Code",

  incapable:
    "Dieser Passkey kann nicht helfen. Nehmen Sie einen anderen, etwa aus dem iCloud-Schlüsselbund oder dem Google Passwort\u00admanager.",
  otherPasskey: "Anderen Passkey verwenden",
  addPasskey: "Passkey hinzufügen",
  failed: "Das hat nicht geklappt. Es hat sich nichts geändert.",
  refused: "Das lässt sich nicht beginnen. Vielleicht wurde es aufgehalten.",

  addTitle: "Freund hinzufügen",
  addAsk: (name) => `Soll ${name} Ihnen helfen?`,
  addLine:
    "Nach einer Wartezeit, die Sie abbrechen können, lässt er Sie wieder hinein. Ihr Konto benutzen kann er nicht.",
  friendsName: "Name",
  compare: (name) =>
    `Fragen Sie ${name} nach dem Code. Ist es ein anderer, wurde der Link verändert.`,
  add: () => "Hinzufügen",
  isAdded: (name) => `${name} kann Ihnen jetzt helfen.`,

  regainTitle: "Ein Freund kann helfen",
  whichAccount:
    "Name oder Adresse Ihres Kontos, oder der Link, den Sie Ihrem Freund geschickt haben",
  find: "Konto suchen",
  notFound: "Diese Wallet kennt das Konto nicht.",
  noFriend: "Zu diesem Konto wurde kein Freund hinzugefügt.",
  unused: "Dieses Konto wurde nie benutzt. Darum kann kein Freund es wieder\u00adherstellen.",
  makeLine: "Erstellen Sie auf diesem Gerät einen neuen Passkey. Ihr Freund lässt ihn dann hinein.",
  make: "Neuen Passkey erstellen",
  stillHere:
    "Auf diesem Gerät gibt es noch einen Passkey für dieses Konto. Melden Sie sich damit an.",
  signIn: "Anmelden",
  callFriend: "Rufen Sie Ihren Freund an und lesen Sie diesen Code vor:",
  waitsForFriend: "Warten auf Ihren Freund.",
  opens: (moment) => `Ihr Konto öffnet sich am ${moment}`,
  opensLine: "Sie können diese Seite schließen. Kommen Sie auf diesem Gerät zurück.",
  opensOn: (network, moment) => `${network}: ${moment}`,
  opening: "Ihr Konto öffnet sich gleich.",
  stopped: "Es wurde von einem anderen Gerät aufgehalten",
  stoppedLine:
    "Waren Sie das, öffnet jenes Gerät Ihr Konto noch. Wenn nicht, sprechen Sie mit Ihrem Freund und beginnen Sie neu.",
  startOver: "Neu beginnen",

  confirmTitle: (name) => `${name} wieder hineinlassen?`,
  confirmLine: (name) => `${name} hat einen neuen Passkey und bittet Sie, ihn hineinzulassen.`,
  warning: (name) =>
    `Nur nach einem Gespräch mit ${name}. Vielleicht will sonst jemand das Konto an sich bringen.`,
  happens: (days) =>
    `Wartezeit: ${days}. Dann übernimmt der neue Passkey, und die alten gelten nicht mehr. Bis dahin kann ein alter ihn aufhalten.`,
  happensSlow: "In Netzwerken, in denen das Konto nie benutzt wurde, dauert es 30 Tage.",
  sameCode: (name) => `Ich habe mit ${name} gesprochen, und der Code ist derselbe.`,
  letIn: () => "Hineinlassen",
  stranger: "Ihr Passkey kann diesem Konto nicht helfen.",
  isIn: "Dieser Passkey öffnet das Konto schon.",
  getsIn: (name, day) => `Zugang für ${name} ab ${day}`,
  getsInLine: "Bis dahin kann ein alter Passkey das aufhalten.",
  starting: "Der Wallet-Dienst beginnt jetzt damit.",
  otherName: (known) =>
    `Für dieses Konto haben Sie ${known} Hilfe zugesagt. Im Link steht ein anderer Name. Vielleicht will jemand das Konto an sich bringen.`,
  useName: (name) => `Den Namen ${name} übernehmen`,
  noRecord:
    "Auf diesem Gerät ist nicht vermerkt, wessen Konto das ist. Lassen Sie sich die Adresse vorlesen und vergleichen Sie sie.",
  alreadyWaits: "Für dieses Konto wartet schon eine Wieder\u00adherstellung.",
};
