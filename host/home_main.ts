/**
 * Entry of the wallet home. It is small, so that it loads quickly, and reports when the rest fails
 * to load.
 *
 * @module
 */
import { applyLook } from "./page/language.ts";
import { load } from "./page/load.ts";

const place = document.getElementById("page")!;
applyLook(document.documentElement);
const { showHome } = await load(place, () => import("./home/home.ts"));
await showHome(place);
