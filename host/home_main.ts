/**
 * Entry of the wallet home. It is small, so that it loads at once, and reports when the rest fails to
 * load.
 *
 * @module
 */
import { applyLocale, resolveLocale } from "./language.ts";
import { load } from "./load.ts";

const place = document.getElementById("page")!;
applyLocale(resolveLocale(navigator.languages), document.documentElement);
const { showHome } = await load(place, () => import("./home.tsx"));
await showHome(place);
