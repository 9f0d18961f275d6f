/**
 * Home page, for users who open the wallet host directly. What was last seen is drawn at once; the
 * page itself follows and takes its place.
 *
 * @module
 */
import { drawLastSeen } from "./home/last_seen.ts";
import { adoptStyles } from "./home/styles/mod.ts";
import { resolveLocale } from "./language.ts";
import { load } from "./load.ts";

/** Shows the accounts of this device. */
export async function showHome(place: HTMLElement): Promise<void> {
  const locale = resolveLocale(navigator.languages);
  adoptStyles(document);
  drawLastSeen(place, locale.tag);
  const { openApp } = await load(place, () => import("./home/app.tsx"));
  await openApp(place, locale);
}
