/** Shows one story: `#name`, with `?mode=dark&lang=ar&accent=%23e11d48`. @module */
import type { Theme } from "../../core/options.ts";
import { ReactUIHandler } from "../mod.ts";
import { stories } from "./stories.ts";

const query = new URLSearchParams(location.search);
const name = query.get("story") ?? "";
const story = stories[name];
if (story === undefined) {
  for (const key of Object.keys(stories)) {
    const link = document.createElement("a");
    link.href = `?story=${key}`;
    link.textContent = key;
    document.body.append(link, document.createElement("br"));
  }
} else {
  const theme: Theme = {
    mode: (query.get("mode") ?? "auto") as "auto" | "light" | "dark",
    ...(query.has("accent") && { accentColor: query.get("accent")! }),
    ...(query.has("radius") && { borderRadius: query.get("radius") as "sm" }),
    ...(query.has("font") && { fontStack: query.get("font") as "mono" }),
  };
  const handler = new ReactUIHandler({ theme });
  handler.init({
    appName: "Meadow",
    appLogoUrl: null,
    defaultChainId: 8453,
    showTestnets: false,
    ...(query.has("lang") && { locale: query.get("lang")! }),
  });
  const request = story.request();
  const started = performance.now();
  handler.request(request.method, request).then(
    (value) => document.documentElement.dataset.outcome = `resolved ${value}`,
    (error) => document.documentElement.dataset.outcome = `rejected ${error.message}`,
  );
  const shown = async (): Promise<ShadowRoot> => {
    for (;;) {
      const root = document.querySelector("[data-sdk-modal-container]")?.shadowRoot;
      if (root?.querySelector("[data-testid=sdk-card]")) return root;
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  };
  const root = await shown();
  document.documentElement.dataset.painted = (performance.now() - started).toFixed(1);
  for (const testid of story.press ?? []) {
    await new Promise((resolve) => setTimeout(resolve, 600));
    root.querySelector<HTMLElement>(`[data-testid=${testid}]`)?.click();
  }
  await new Promise((resolve) => setTimeout(resolve, 700));
  document.documentElement.dataset.ready = "";
}
