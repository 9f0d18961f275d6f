/** Approves the requests of foreign pages in the wallet's window. @module */
import { press } from "../../../core/virtual/press.ts";
import { until } from "../../../scripts/stack/patience.ts";
import { dialogOf, type ExtensionScene, givePasskeys } from "../../browser/extension/scene.ts";
import { shoot } from "../../browser/harness.ts";
import type { Page } from "../../browser/playwright.ts";

/** Buttons that approve. */
const approvals = ["sdk-confirm", "sdk-continue", "sdk-create"] as const;
/** Selector of a button that approves and is enabled. */
const enabled = approvals.map((id) => `[data-testid=${id}]:not([aria-disabled])`).join();
/** Milliseconds for a window to offer an approval. */
const OFFER_MS = 8_000;

/**
 * Approves in a window.
 *
 * @param picture name of a picture of the window
 * @returns `null`, or the window's text if it offers no approval; it is rejected then
 */
export async function approve(dialog: Page, picture?: string): Promise<string | null> {
  const offers = await dialog.locator(enabled).first().waitFor({ timeout: OFFER_MS })
    .then(() => true, () => false);
  if (dialog.isClosed()) return "closed";
  if (picture !== undefined) await shoot(dialog, picture);
  if (!offers) {
    const text = await dialog.locator("[data-sdk-modal-container]").first().innerText();
    await dialog.close();
    return text;
  }
  // The window stays open while further requests wait.
  await until(
    "the window is closed",
    async () => {
      if (dialog.isClosed()) return true;
      for (const id of approvals) {
        if (await count(dialog, `[data-testid=${id}]:not([aria-disabled])`) > 0) {
          await press(dialog, id);
        }
      }
      return dialog.isClosed();
    },
    300,
    90_000,
  );
  return null;
}

/** Runs an action that opens the wallet's window, and approves there. */
export async function approved(
  { context }: Pick<ExtensionScene, "context">,
  open: () => Promise<unknown>,
  picture?: string,
): Promise<void> {
  const text = await approve(await dialogOf(context, open), picture);
  if (text !== null) throw new Error(`The window offers no approval: ${text}`);
}

/** Approves in every window that is open besides these pages, until none is left. */
export async function approveOpen(
  { context }: Pick<ExtensionScene, "context">,
  pages: readonly Page[],
  picture?: string,
): Promise<void> {
  for (const dialog of context.pages().filter((page) => !pages.includes(page))) {
    await givePasskeys(context, dialog);
    // A window without an approval is rejected, which the page reports.
    await approve(dialog, picture);
  }
}

/** Counts elements; none if the window is closed. */
function count(dialog: Page, selector: string): Promise<number> {
  return dialog.locator(selector).count().catch(() => 0);
}
