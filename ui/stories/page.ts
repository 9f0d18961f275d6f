/**
 * Shows one story, named in the fragment: `#story=send-own-fee&mode=dark&lang=ar&accent=%23e11d48`.
 * Another fragment shows another story without reloading the page. With `approve`, confirming
 * succeeds.
 *
 * @module
 */
import type { Theme } from "../../core/dialog/theme.ts";
import type { DialogRequest } from "../../core/dialog/types.ts";
import { ReactUIHandler } from "../mod.ts";
import { changing, type Turn } from "./changing.ts";
import { today } from "./fixtures.ts";
import { stories } from "./stories.ts";
import { comeLate, lateNotesOf } from "./late.ts";
import { reopen } from "./requests.ts";
import { walk } from "./walk.ts";

const { dataset } = document.documentElement;
let handler: ReactUIHandler | undefined;

// A fixed date, so that pictures do not depend on the day on which they are taken.
Date.now = () => today * 1000 + performance.now();

let late = false;
const { setTimeout: wait } = globalThis;
globalThis.setTimeout = ((run: () => void, milliseconds = 0) =>
  // Excludes the time for code to load.
  wait(
    run,
    late && milliseconds > 2_000 && milliseconds < 60_000 ? 0 : milliseconds,
  )) as typeof wait;

addEventListener("hashchange", show);
await show();

/** Shows the story that the fragment names. */
async function show(): Promise<void> {
  const fragment = location.hash;
  const query = new URLSearchParams(fragment.slice(1));
  handler?.cleanup();
  for (const name of ["ready", "painted", "outcome", "moved", "late"]) delete dataset[name];
  const story = stories[query.get("story") ?? ""];
  const walked = changing[query.get("walk") ?? ""];
  const covered = changing[query.get("late") ?? ""];
  if ((story ?? walked ?? covered) === undefined) return list();

  const theme: Theme = {
    mode: (query.get("mode") ?? "auto") as "auto" | "light" | "dark",
    ...(query.has("accent") && { accentColor: query.get("accent")! }),
    ...(query.has("radius") && { borderRadius: query.get("radius") as "sm" }),
    ...(query.has("font") && { fontStack: query.get("font") as "mono" }),
  };
  handler = new ReactUIHandler({ theme });
  handler.init({
    appName: "Meadow",
    appLogoUrl: null,
    defaultChainId: 8453,
    showTestnets: false,
    ...(query.has("lang") && { locale: query.get("lang")! }),
  });
  if (walked !== undefined) {
    dataset.moved = JSON.stringify(await walk(walked, { show: present, set: simulate }));
  }
  if (covered !== undefined) {
    simulate({});
    const note = lateNotesOf(covered)[query.get("note")!]!;
    const [state, again] = await comeLate(covered, note, { show: present, set: simulate });
    dataset.late = JSON.stringify(state);
    Object.assign(globalThis, { lookAgain: again });
  }
  if (story !== undefined) {
    const request = query.has("approve")
      ? reopen(story.request(), { approve: () => Promise.resolve(null) })
      : story.request();
    simulate(story);
    const root = await present(request);
    for (const testid of story.press ?? []) {
      await pause(560);
      root.querySelector<HTMLElement>(`[data-testid=${testid}]`)?.click();
    }
    if (story.becomes !== undefined) {
      await pause(120);
      story.becomes(request);
    }
  }
  // A dialog gets the focus with its first frame, which may be late.
  await new Promise(requestAnimationFrame);
  // `fast` is for tests without animations.
  await pause(query.has("fast") ? 30 : 700);
  if (location.hash === fragment) dataset.ready = fragment;
}

/** Simulates the network state, and completes delays of seconds immediately. */
function simulate({ offline, late: hurry }: Turn): void {
  late = hurry === true;
  const online = offline !== true;
  if (online === navigator.onLine) return;
  Object.defineProperty(navigator, "onLine", { value: online, configurable: true });
  dispatchEvent(new Event(online ? "online" : "offline"));
}

/** Shows a request and returns the shadow root of its dialog. */
async function present(request: DialogRequest): Promise<ShadowRoot> {
  const started = performance.now();
  handler!.request(request.method, request).then(
    (value) => dataset.outcome = `resolved ${value}`,
    (error) => dataset.outcome = `rejected ${error.message}`,
  );
  const root = await shown();
  dataset.painted = (performance.now() - started).toFixed(1);
  return root;
}

/** Returns the shadow root of the dialog, once it has content. */
async function shown(): Promise<ShadowRoot> {
  for (;;) {
    const root = document.querySelector("[data-sdk-modal-container]")?.shadowRoot;
    if (root?.querySelector("[data-testid=sdk-card]")) return root;
    await pause(4);
  }
}

/** Links to all stories. */
function list(): void {
  for (const name of Object.keys(stories)) {
    const link = document.createElement("a");
    link.href = `#story=${name}`;
    link.textContent = name;
    document.body.append(link, document.createElement("br"));
  }
}

/** Waits. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
