/** English texts of the popup. @module */

/** Texts of the popup. */
export interface PopupText {
  readonly title: string;
  readonly notConnected: string;
  readonly notConnectedHint: string;
  readonly connected: string;
  readonly pending: string;
  readonly show: string;
  readonly sites: string;
  readonly disconnect: string;
  readonly disconnectFrom: (site: string) => string;
  readonly ethereum: string;
  readonly ethereumHint: string;
  readonly open: string;
  readonly network: (id: number) => string;
  readonly failed: string;
}

/** English. */
export const en: PopupText = {
  title: "Wallet",
  notConnected: "No site is connected",
  notConnectedHint: "Open a site and choose this wallet.",
  connected: "Your account",
  pending: "Waiting for you",
  show: "Show",
  sites: "Connected sites",
  disconnect: "Disconnect",
  disconnectFrom: (site) => `Disconnect from ${site}`,
  ethereum: "Use for older sites",
  ethereumHint:
    "Sets window.ethereum. Other wallets may stop working on these sites. Reload open pages.",
  open: "Open wallet",
  network: (id) => `Network ${id}`,
  failed: "Something went wrong. Close this and try again.",
};
