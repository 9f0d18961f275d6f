/** Adds the script that sets `window.ethereum`, or removes it. @module */
import type { BrowserApi } from "../lib/browser.ts";

const ID = "ethereum";

/** Changes pages that are opened from now on. */
export async function applyEthereum(
  { scripting }: Pick<BrowserApi, "scripting">,
  on: boolean,
): Promise<void> {
  const known = await scripting.getRegisteredContentScripts();
  const isOn = known.some(({ id }) => id === ID);
  if (isOn === on) return;
  if (!on) return await scripting.unregisterContentScripts({ ids: [ID] });
  await scripting.registerContentScripts([{
    id: ID,
    js: ["ethereum.js"],
    matches: ["http://*/*", "https://*/*"],
    allFrames: true,
    runAt: "document_start",
    world: "MAIN",
  }]);
}
