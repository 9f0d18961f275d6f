/** Spanish texts of the popup. @module */
import type { PopupText } from "./en.ts";

/** Spanish. */
export const es: PopupText = {
  title: "Cartera",
  notConnected: "No hay ningún sitio conectado",
  notConnectedHint: "Abre un sitio y elige esta cartera.",
  connected: "Tu cuenta",
  pending: "Pendiente de ti",
  show: "Mostrar",
  sites: "Sitios conectados",
  disconnect: "Desconectar",
  disconnectFrom: (site) => `Desconectar de ${site}`,
  ethereum: "Usar en sitios antiguos",
  ethereumHint:
    "Define window.ethereum. Otras carteras pueden dejar de funcionar en esos sitios. Recarga las páginas abiertas.",
  open: "Abrir la cartera",
  network: (id) => `Red ${id}`,
  failed: "Algo ha fallado. Cierra esta ventana e inténtalo de nuevo.",
};
