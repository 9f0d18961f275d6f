/**
 * Home page, for users who open the wallet host directly. What was last seen is drawn at once, or the
 * way in; the page itself follows and takes its place.
 *
 * @module
 */
import { drawLastSeen } from "./home/last_seen.ts";
import { adoptStyles } from "./home/styles/mod.ts";
import { resolveLocale } from "./language.ts";
import { load } from "./load.ts";

/** Longest wait for a frame, in milliseconds. */
const MAX_WAIT_MS = 500;

/** Shows the accounts of this device. */
export async function showHome(place: HTMLElement): Promise<void> {
  const locale = resolveLocale(navigator.languages);
  adoptStyles(document);
  let pressed = false;
  let released = () => Promise.resolve();
  if (drawLastSeen(place, locale.tag)) {
    const { drawWelcome } = await load(place, () => import("./home/welcome.tsx"));
    released = await drawWelcome(place, locale.language, () => pressed = true);
    await painted();
  }
  const { openApp } = await load(place, () => import("./home/app.tsx"));
  await openApp(place, locale, async () => {
    await released();
    return pressed;
  });
}

/** Waits until what was drawn is on the screen; a page in the background draws nothing. */
function painted(): Promise<void> {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, MAX_WAIT_MS);
  });
}
