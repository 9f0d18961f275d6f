/** Helpers for tests of the dialogs; import `tests/dom.ts` first. @module */
import type { DialogRequest, UIHandlerConfig } from "../../core/dialog/request.ts";
import { until } from "../../scripts/stack/patience.ts";
import { ReactUIHandler } from "../mod.ts";
import { stories } from "../stories/stories.ts";

/** What a wallet tells a handler. */
export const config: UIHandlerConfig = {
  appName: "App",
  appLogoUrl: null,
  defaultChainId: 1,
  showTestnets: false,
  locale: "en",
};

/** A handler that is ready. */
export function newHandler(): ReactUIHandler {
  const handler = new ReactUIHandler();
  handler.init(config);
  return handler;
}

/** A request from the stories with another answer. */
export function requestOf(story: string, changes: Partial<DialogRequest> = {}): DialogRequest {
  return { ...stories[story]!.request(), ...changes };
}

/** Waits. */
export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** The shadow root of the open dialog, once there is one with a card in it. */
export async function opened(): Promise<ShadowRoot> {
  let root: ShadowRoot | null | undefined;
  await until("a dialog opens", () => {
    root = document.querySelector("[data-sdk-modal-container]")?.shadowRoot;
    return Boolean(root?.querySelector("[data-testid=sdk-card]"));
  }, 5);
  return root!;
}

/** Presses a button as a person would, after the guard's wait. */
export async function press(root: ShadowRoot, testid: string): Promise<void> {
  await sleep(550);
  root.querySelector<HTMLElement>(`[data-testid=${testid}]`)!.click();
}

/** What a page would still hold of us. */
export const leftovers = (): number => document.body.childNodes.length;
