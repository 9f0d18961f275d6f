/** German texts of the popup. @module */
import type { PopupText } from "./en.ts";

/** German. */
export const de: PopupText = {
  title: "Wallet",
  notConnected: "Keine Seite ist verbunden",
  notConnectedHint: "Öffnen Sie eine Seite und wählen Sie diese Wallet.",
  connected: "Ihr Konto",
  pending: "Wartet auf Sie",
  show: "Anzeigen",
  sites: "Verbundene Seiten",
  disconnect: "Trennen",
  disconnectFrom: (site) => `Von ${site} trennen`,
  ethereum: "Für ältere Seiten verwenden",
  ethereumHint:
    "Setzt window.ethereum. Andere Wallets funktionieren dort vielleicht nicht mehr. Laden Sie offene Seiten neu.",
  open: "Wallet öffnen",
  network: (id) => `Netzwerk ${id}`,
  failed: "Das hat nicht geklappt. Schließen Sie dieses Fenster und versuchen Sie es noch einmal.",
};
