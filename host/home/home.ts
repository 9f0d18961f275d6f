/**
 * Wallet home, for users who open the wallet host directly. The last displayed data, or the sign-in
 * screen, is drawn immediately; the page itself follows and replaces it.
 *
 * @module
 */
import { drawLastSeen } from "./last_seen.ts";
import { adoptStyles } from "./styles/mod.ts";
import { pageLocale } from "../page/language.ts";
import { load } from "../page/load.ts";
import type { Press } from "./app.tsx";

/** Maximum wait for a frame, in milliseconds. */
const MAX_WAIT_MS = 500;

/** Shows the accounts of this device. */
export async function showHome(place: HTMLElement): Promise<void> {
  const locale = pageLocale();
  adoptStyles(document);
  let pressed: Press = null;
  let released = () => Promise.resolve();
  if (drawLastSeen(place, locale.tag)) {
    const { drawWelcome } = await load(place, () => import("./welcome.tsx"));
    released = await drawWelcome(
      place,
      locale.language,
      (choice) => pressed = choice,
    );
    await painted();
  }
  const { openApp } = await load(place, () => import("./app.tsx"));
  await openApp(place, locale, async () => {
    await released();
    return pressed;
  });
}

/** Waits until the drawn content is on the screen; a page in the background draws nothing. */
function painted(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, MAX_WAIT_MS);
  });
}
