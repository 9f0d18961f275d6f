/** Home page, for users who open the wallet host directly. @module */
import { resolveLocale } from "./language.ts";
import { load } from "./load.ts";

/** Shows the accounts of this device. */
export async function showHome(place: HTMLElement): Promise<void> {
  const { openApp } = await load(place, () => import("./home/app.tsx"));
  await openApp(place, resolveLocale(navigator.languages));
}
