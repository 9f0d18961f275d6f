/**
 * Entry of the wallet host's window and frame, which serve the requests of the dApp that opened or
 * framed them. It is small, so that it loads quickly, and reports when the rest fails to load.
 *
 * @module
 */
import { turn } from "../core/lib/pieces.ts";
import { browserStorage } from "../core/lib/storage.ts";
import { lazyWallet } from "../core/client/lazy_wallet.ts";
import { reportsVisibility } from "../core/lib/visibility.ts";
import { askForWindow, serveOpener, type ServeOptions } from "../core/wallet/host/serve_opener.ts";
import { claimedOrigin, FRAME_PATH, POPUP_PATH } from "../core/dialog/window.ts";
import { LINK_PATH } from "../core/protocol/link_view.ts";
import { applyLook } from "./page/language.ts";
import { load } from "./page/load.ts";

const place = document.getElementById("page")!;
applyLook(document.documentElement);
const framed = globalThis.parent !== globalThis.self;
if (!framed && location.pathname === POPUP_PATH) document.documentElement.classList.add("window");

if (framed) {
  // The dApp stays visible behind the dialog, in any color scheme.
  document.documentElement.classList.add("framed");
  const page = { opener: globalThis.parent, hash: location.hash };
  // Without storage, a frame would immediately forget the account.
  const remembers = browserStorage().set("acct.frame.1", "1");
  if (location.pathname === FRAME_PATH && reportsVisibility() && remembers) serveDapp(page.opener);
  else askForWindow(page);
} else if (location.pathname === POPUP_PATH && globalThis.opener !== null) {
  if (!serveDapp(globalThis.opener as Window)) location.replace("/");
} else if (location.pathname === POPUP_PATH && location.hash.startsWith("#extension=")) {
  // Opened by a browser extension, which has no page to return to.
  void load(place, () => import("./window/extension.ts")).then(({ serveExtension }) =>
    serveExtension(place, openServing)
  );
} else if (location.pathname === POPUP_PATH && claimedOrigin(location.hash) !== null) {
  // A site's or the browser's policy has severed the window from its opener.
  void load(place, () => import("./window/cut.ts")).then(({ showCut }) => showCut(place));
} else if (location.pathname === LINK_PATH && location.hash !== "") {
  void load(place, () => import("./link/page.tsx")).then(({ showLink }) => showLink(place));
} else {
  location.replace("/");
}

/** Serves the dApp that opened or framed this page; returns `false` if the URL contains no dApp. */
function serveDapp(opener: Window): boolean {
  const { hash } = location;
  const openInWindow = () => askForWindow({ opener, hash });
  return serveOpener({ opener, hash, ...openServing(openInWindow) }) !== null;
}

/** Prepares the wallet, and returns the functions that serve requests with it. */
function openServing(openInWindow: () => void = () => {}): ServeOptions {
  const frame = firstFrame();
  const rest = load(place, () => import("./window/wallet.ts"));
  // Evaluating the code already takes a frame.
  const opening = rest.then(async ({ prepareWallet }) => (await turn(), prepareWallet()));
  return {
    host: location.host.replace(/^keys\./, ""),
    read: async (...request) => (await rest).readRequest(...request),
    wallet(app, apiKey) {
      frame.name(app.origin);
      return lazyWallet(
        async () => (await opening)({ app, apiKey, ...(framed && { openInWindow }) }),
        () => {},
      );
    },
  };
}

/**
 * Shows the first frame until a dialog replaces it, and adds the site's name. The name appears only
 * once the browser has reported the origin of its first message, because a URL can claim any
 * origin.
 */
function firstFrame(): { name(origin: string): void } {
  const dialog = () => document.querySelector("[data-sdk-modal-container]") !== null;
  new MutationObserver((_, observer) => {
    if (!dialog()) return;
    observer.disconnect();
    document.querySelector(".shell")?.remove();
  }).observe(document.documentElement, { childList: true, subtree: true });
  return {
    name(origin) {
      const site = document.querySelector(".shell b");
      if (site !== null) site.textContent = origin.replace(/^https:\/\//, "");
    },
  };
}
