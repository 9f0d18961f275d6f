/**
 * The demo: a React 19 and wagmi 3 page that uses the SDK like any dApp. Its first frame does not
 * need React or wagmi.
 *
 * @module
 */
import { begin } from "./begin.ts";
import { applyLanguage, rememberedLanguage, tables } from "./text/tables.ts";

const place = document.getElementById("root")!;
const language = rememberedLanguage();
applyLanguage(language);
await begin({
  place,
  words: tables[language],
  invites: location.hash === "",
  loads: [
    () => import("./libraries/react.ts"),
    () => import("./libraries/viem.ts"),
    () => import("./libraries/wagmi.ts"),
  ],
  show: async (shown) => {
    const { start } = await import("./start.tsx");
    await start(place, shown);
  },
  reload: () => location.reload(),
});
