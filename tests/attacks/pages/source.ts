/** A page that answers questions which were never put to it, from wherever it stands. @module */
import { aim, offer, setup } from "./opener.ts";

/** Opens the honest app in a window of its own, and keeps a hold of it. */
function openApp(url: string): void {
  aim(open(url, "_blank")!, setup.appUrl);
}

/** Opens this page once more, in a window beside this one. */
function openTwin(): void {
  open(location.href, "_blank", "popup");
}

/** In the second window: talks to the wallet host's window of the first. */
function aimAtTheTargetOf(other: "opener" | "parent"): void {
  aim((globalThis[other] as unknown as { target: Window }).target, setup.keysUrl);
}

offer({ openApp, openTwin, aimAtTheTargetOf });
