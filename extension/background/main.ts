/**
 * Entry of the background: a service worker in Chromium, an event page in Firefox. The browser may
 * stop it at any time without pending requests, and starts it again for the next message.
 *
 * @module
 */
import { HOST_PORT } from "../../core/dialog/ports/extension.ts";
import { browserApi, type Port } from "../lib/browser.ts";
import { readConfig } from "../lib/config.ts";
import { SITE_PORT, WAKE } from "../lib/messages.ts";
import { siteOrigin } from "../lib/site_origin.ts";
import { applyEthereum } from "./ethereum_script.ts";
import { answerPopup, isPopup, readPopupRequest } from "./popup_api.ts";
import { createSites } from "./sites.ts";
import { openStore } from "./store.ts";
import { createWindows } from "./windows.ts";

/** Interval of calls that keep the background alive while the user decides. */
const ALIVE_MS = 20_000;

const api = browserApi();
const config = readConfig();
const ownId = api.runtime.id!;
const windows = createWindows(api, config.keysUrl, config.firefoxId ?? ownId);
let aliveTimer: ReturnType<typeof setInterval> | undefined;

// Listeners are added in the first turn; the browser delivers the event that started the background
// to them.
const starting = start();
api.runtime.onConnect.addListener((port: Port) => {
  if (port.name === HOST_PORT && config.firefoxId !== null) windows.accept(port);
  else if (port.name === SITE_PORT) void serveSite(port);
  else port.disconnect();
});
api.runtime.onConnectExternal?.addListener((port: Port) => windows.accept(port));
api.runtime.onInstalled.addListener(() =>
  void starting.then(({ store }) => applyEthereum(api, store.ethereum))
);
api.runtime.onMessage.addListener((message, sender, respond) => {
  const request = isPopup(sender, api) ? readPopupRequest(message) : null;
  if (request === null) return false;
  void starting.then((options) => answerPopup(request, options)).then(respond);
  // The answer follows.
  return true;
});

async function start() {
  const store = await openStore(api);
  const sites = createSites({
    config,
    store,
    windows,
    onPending() {
      const count = sites.list().reduce((sum, { wallet }) => sum + wallet.pending().length, 0);
      void api.action.setBadgeText({ text: count === 0 ? "" : String(count) });
      clearInterval(aliveTimer);
      if (count > 0) aliveTimer = setInterval(() => void api.runtime.getPlatformInfo(), ALIVE_MS);
    },
    onSession: () => void wakePages(),
  });
  const setEthereum = async (on: boolean) => {
    await applyEthereum(api, on);
    store.setEthereum(on);
  };
  return { api, sites, store, keysUrl: config.keysUrl, setEthereum };
}

/** Serves a document; the browser reports its origin. */
async function serveSite(port: Port): Promise<void> {
  const origin = siteOrigin(port.sender, ownId);
  if (origin === null) return port.disconnect();
  const early: unknown[] = [];
  const keep = (message: unknown) => void early.push(message);
  let gone = false;
  port.onDisconnect.addListener(() => gone = true);
  port.onMessage.addListener(keep);
  const { sites } = await starting;
  port.onMessage.removeListener(keep);
  if (!gone) sites.get(origin).serve(port, early);
}

/** Notifies documents whose port was closed while the background was stopped. */
async function wakePages(): Promise<void> {
  for (const { id } of await api.tabs.query({})) {
    // Tabs without the content script reject the message.
    if (id !== undefined) api.tabs.sendMessage(id, WAKE).catch(() => {});
  }
}
