/** Words of the home page about a lost passkey or device, in German. @module */
import type { LostText } from "./lost_en.ts";

/** The words. */
export const lost: LostText = {
  lostTitle: "Passkey verloren?",
  lostWays: {
    device: [
      "Auf einem anderen Gerät",
      "Sie brauchen Ihr anderes Handy, Ihren Computer oder Ihren Passwort\u00admanager.",
    ],
    friend: [
      "Ein Freund kann helfen",
      "Sie brauchen einen Freund, den Sie vorher hinzugefügt haben.",
    ],
    rescue: [
      "Ich habe eine Rettungsdatei",
      "Sie brauchen die Datei und die Wallet Ihrer Wieder\u00adher\u00adstellungs\u00adadresse.",
    ],
  },
  lostSteps: {
    device: [
      "Liegt der Passkey in einem Passwort\u00admanager, melden Sie sich auf diesem Gerät bei ihm an.",
      "Melden Sie sich hier an. Fragt dieses Gerät nach, wählen Sie das Gerät mit dem Passkey.",
    ],
    rescue: [
      "Öffnen Sie die Rettungsseite in einem Browser mit der Wallet Ihrer Wieder\u00adher\u00adstellungs\u00adadresse.",
      "Wählen Sie dort Ihre Rettungsdatei. Die Datei allein öffnet nichts.",
      "Starten Sie die Wieder\u00adherstellung. Nach einer Wartezeit bekommt Ihr Konto einen neuen Passkey oder eine neue Adresse.",
    ],
  },
  lostNone: "Ohne all das kann niemand das Konto öffnen, auch wir nicht.",
  lostDevice: "Gerät verloren",
  lostSignIn: "Auf dem neuen Handy anmelden",
  lostSynced: (provider) =>
    `Ihr Passkey ist synchronisiert. Melden Sie sich auf dem neuen Gerät bei ${
      provider ?? "Ihrem Passwort\u00admanager"
    } an: Ihr Passkey ist schon da.`,
  lostCopy:
    "Das verlorene Gerät hat vielleicht noch eine Kopie. Melden Sie es beim Passwort\u00admanager ab. Damit die Kopie nichts mehr öffnet, fügen Sie einen weiteren Passkey hinzu und entfernen diesen dann auf dem anderen Gerät.",
  lostOnly:
    "Ihr einziger Passkey ist nicht synchronisiert. Sobald Sie einen weiteren haben, können Sie diesen auf dem anderen Gerät entfernen.",
  otherWays: "Andere Wege in Ihr Konto",
  whichDevice: "Seinen Passkey entfernen",
  removeLost:
    "Auf jedem Netzwerk haben andere Passkeys die Kontrolle. Darum lässt sich nichts entfernen.",
  removeEverywhere: (name) => `${name} überall entfernen`,
  removedDevice: "Er öffnet Ihr Konto nicht mehr.",
  removedPartly: "Noch nicht überall entfernt.",
  worksStill: (chains) =>
    `Auf ${chains} gilt er noch, bis die Änderung dort ankommt. Senden Sie bis dahin nichts dorthin.`,
  worksAbsent: (chains) =>
    `Auf ${chains} gibt es Ihr Konto noch nicht. Erstellen Sie es dort, bevor Sie etwas dorthin senden: Der entfernte Passkey könnte es nehmen.`,
  endAccess: "Beenden, was Apps dürfen",
  endAccessLine: "Wer das Gerät hatte, kann mehr erlaubt haben, als Sie wissen.",
  endedAccess: "Keine App darf etwas für Sie ausgeben, und keine Website ist verbunden.",
  disconnectAll: "Alle Websites trennen",
  replaceDevice: "Einen Passkey hinzufügen",
  replaceDeviceLine:
    "Auf einem anderen Gerät oder einem Sicherheits\u00adschlüssel, falls wieder eines verloren geht.",
};
