/** Japanese texts of the popup. @module */
import type { PopupText } from "./en.ts";

/** Japanese. */
export const ja: PopupText = {
  title: "ウォレット",
  notConnected: "接続中のサイトはありません",
  notConnectedHint: "サイトを開き、このウォレットを選んでください。",
  connected: "あなたのアカウント",
  pending: "確認待ち",
  show: "表示",
  sites: "接続中のサイト",
  disconnect: "切断",
  disconnectFrom: (site) => `${site} から切断`,
  ethereum: "古いサイトで使う",
  ethereumHint:
    "window.ethereum を設定します。そのサイトでは他のウォレットが動かなくなることがあります。開いているページを再読み込みしてください。",
  open: "ウォレットを開く",
  network: (id) => `ネットワーク ${id}`,
  failed: "問題が発生しました。閉じてからもう一度お試しください。",
};
