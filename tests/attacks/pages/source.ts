/** A page that answers requests for another page, from various positions. @module */
import { aim, offer, setup } from "./opener.ts";

/** Opens the honest app in a separate window, and keeps a reference to it. */
function openApp(url: string): void {
  aim(open(url, "_blank")!, setup.appUrl);
}

/** Opens a second copy of this page in another window. */
function openTwin(): void {
  open(location.href, "_blank", "popup");
}

/** In the second window: talks to the wallet host's window of the first. */
function aimAtTheTargetOf(other: "opener" | "parent"): void {
  aim((globalThis[other] as unknown as { target: Window }).target, setup.keysUrl);
}

offer({ openApp, openTwin, aimAtTheTargetOf });
