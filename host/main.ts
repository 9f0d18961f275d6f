/**
 * Entry of the wallet host's window and frame, which serve the requests of the dApp that opened or framed
 * them. It is small, so that it loads at once, and reports when the rest fails to load.
 *
 * @module
 */
import { turn } from "../core/lib/pieces.ts";
import { browserStorage } from "../core/lib/storage.ts";
import { lazyWallet } from "../core/client/lazy_wallet.ts";
import { reportsVisibility } from "../core/lib/visibility.ts";
import { askForWindow, serveOpener } from "../core/wallet/host/serve_opener.ts";
import { claimedOrigin, FRAME_PATH, POPUP_PATH } from "../core/protocol/window.ts";
import { applyLocale, resolveLocale } from "./language.ts";
import { load } from "./load.ts";

const place = document.getElementById("page")!;
applyLocale(resolveLocale(navigator.languages), document.documentElement);
const framed = globalThis.parent !== globalThis.self;

if (framed) {
  // The dApp stays visible behind the dialog, in any colour scheme.
  document.documentElement.classList.add("framed");
  const page = { opener: globalThis.parent, hash: location.hash };
  // Without storage, a frame would forget the account at once.
  const remembers = browserStorage().set("acct.frame.1", "1");
  if (location.pathname === FRAME_PATH && reportsVisibility() && remembers) serveDapp(page.opener);
  else askForWindow(page);
} else if (location.pathname === POPUP_PATH && globalThis.opener !== null) {
  if (!serveDapp(globalThis.opener as Window)) location.replace("/");
} else if (location.pathname === POPUP_PATH && claimedOrigin(location.hash) !== null) {
  // A site's or the browser's policy has cut the window from the page that opened it.
  void load(place, () => import("./cut.ts")).then(({ showCut }) => showCut(place));
} else {
  location.replace("/");
}

/** Serves the dApp that opened or framed this page; returns `false` if the URL names none. */
function serveDapp(opener: Window): boolean {
  const { hash } = location;
  const frame = firstFrame();
  const rest = load(place, () => import("./wallet.ts"));
  // Evaluating the code is a frame's work already.
  const opening = rest.then(async ({ prepareWallet }) => (await turn(), prepareWallet()));
  const openInWindow = () => askForWindow({ opener, hash });
  const ended = serveOpener({
    opener,
    hash,
    host: location.host.replace(/^keys\./, ""),
    read: async (...request) => (await rest).readRequest(...request),
    wallet(app, apiKey) {
      frame.name(app.origin);
      return lazyWallet(
        async () => (await opening)({ app, apiKey, ...(framed && { openInWindow }) }),
        () => {},
      );
    },
  });
  return ended !== null;
}

/**
 * Keeps the first frame until a dialog takes its place, and names the site in it: only once the browser
 * has told the origin of its first message, since a URL can claim any.
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
