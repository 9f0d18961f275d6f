/** Helpers for tests of the dialogs; import `tests/dom.ts` first. @module */
import type { DialogRequest, UIHandlerConfig } from "../../core/dialog/types.ts";
import { until } from "../../scripts/stack/patience.ts";
import { ReactUIHandler } from "../mod.ts";
import { type Changes, reopen } from "../stories/requests.ts";
import { stories } from "../stories/stories.ts";

/** Configuration that a wallet passes to a handler. */
export const config: UIHandlerConfig = {
  appName: "App",
  appLogoUrl: null,
  defaultChainId: 1,
  showTestnets: false,
  locale: "en",
};

/** Creates a handler that is ready. */
export function newHandler(): ReactUIHandler {
  const handler = new ReactUIHandler();
  handler.init(config);
  return handler;
}

/** Creates a story's request, with changes. */
export function requestOf(story: string, changes: Changes = {}): DialogRequest {
  return reopen(stories[story]!.request(), changes);
}

/** Waits. */
export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** Returns the shadow root of the dialog, once it shows a card. */
export async function opened(): Promise<ShadowRoot> {
  let root: ShadowRoot | null | undefined;
  await until("a dialog opens", () => {
    root = document.querySelector("[data-sdk-modal-container]")?.shadowRoot;
    return Boolean(root?.querySelector("[data-testid=sdk-card]"));
  }, 5);
  return root!;
}

/** Presses a button as a user would, after the guard's delay. */
export async function press(root: ShadowRoot, testid: string): Promise<void> {
  await sleep(550);
  const button = () => root.querySelector<HTMLElement>(`[data-testid=${testid}]`);
  await until(`${testid} counts`, () => button()?.hasAttribute("data-waiting") === false, 5);
  button()!.click();
}

/** Waits until the page has no nodes left. */
export const gone = (): Promise<void> => until("the dialog goes", () => leftovers() === 0, 5);

/** Counts the remaining nodes in the page. */
export const leftovers = (): number => document.body.childNodes.length;
