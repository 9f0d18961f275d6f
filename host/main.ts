/**
 * The wallet host's shell. Opened or framed by a page, it answers that page; opened by a person, it
 * shows what this device knows. It is small, so that it is there at once, and it says when the rest
 * cannot be loaded.
 *
 * @module
 */
import { browserStorage } from "../core/lib/storage.ts";
import { lazyWallet } from "../core/client/lazy_wallet.ts";
import { reportsVisibility } from "../core/lib/visibility.ts";
import { askForWindow, serveOpener } from "../core/wallet/host/serve_opener.ts";
import { FRAME_PATH, POPUP_PATH } from "../core/protocol/window.ts";
import { speak, spokenOf } from "./language.ts";
import { load } from "./load.ts";

const place = document.getElementById("page")!;
speak(spokenOf(navigator.languages), document.documentElement);
const framed = globalThis.parent !== globalThis.self;

if (framed) {
  // The page shows through, whatever its colours are.
  document.documentElement.classList.add("framed");
  const page = { opener: globalThis.parent, hash: location.hash };
  // A frame that the browser lets remember nothing would forget the account at once.
  const remembers = browserStorage().set("acct.frame.1", "1");
  if (location.pathname === FRAME_PATH && reportsVisibility() && remembers) answer(page.opener);
  else askForWindow(page);
} else if (location.pathname === POPUP_PATH && globalThis.opener !== null) {
  if (!answer(globalThis.opener as Window)) void showHome();
} else {
  void showHome();
}

/** Answers the page that this one was opened or framed by; `false` if the URL names none. */
function answer(opener: Window): boolean {
  const { hash } = location;
  const rest = load(place, () => import("./wallet.ts"));
  const opening = rest.then(({ prepareWallet }) => prepareWallet());
  const elsewhere = () => askForWindow({ opener, hash });
  const ended = serveOpener({
    opener,
    hash,
    host: location.host.replace(/^keys\./, ""),
    params: () => rest,
    wallet: (app, apiKey) =>
      lazyWallet(
        async () => (await opening)({ app, apiKey, ...(framed && { elsewhere }) }),
        () => {},
      ),
  });
  return ended !== null;
}

/** Shows the accounts of this device. */
async function showHome(): Promise<void> {
  (await load(place, () => import("./home.tsx"))).showHome(place);
}
