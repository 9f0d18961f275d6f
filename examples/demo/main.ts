/**
 * The demo: a React 19 and wagmi 3 page that uses the SDK as any dApp would. Its first frame needs no
 * code of theirs.
 *
 * @module
 */
import { drawFirstFrame } from "./first_frame.ts";
import { applyLanguage, rememberedLanguage, tables } from "./text/tables.ts";

const place = document.getElementById("root")!;
const language = rememberedLanguage();
applyLanguage(language);
const wasPressed = location.hash === "" ? drawFirstFrame(place, tables[language]) : () => false;
const { start } = await import("./start.tsx");
await start(place);
if (wasPressed()) {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(".large")?.click());
}
