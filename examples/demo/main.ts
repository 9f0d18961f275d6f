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
// Each in a task of its own: all at once would keep the page from answering.
for (
  const load of [
    () => import("./libraries/react.ts"),
    () => import("./libraries/viem.ts"),
    () => import("./libraries/wagmi.ts"),
  ]
) {
  await load();
  await new Promise((resolve) => setTimeout(resolve));
}
const { start } = await import("./start.tsx");
await start(place);
if (wasPressed()) {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(".large")?.click());
}
