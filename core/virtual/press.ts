/** Presses the buttons of the wallet's dialogs in browser tests. @module */
import type { DialogPlace } from "./browser.ts";

/** Time in which the browser reports newly visible elements, in milliseconds. */
const SIGHT_MS = 100;

/**
 * Presses a button of a dialog once it accepts presses: dialogs ignore presses for half a second
 * after a change, and a long dialog must be scrolled to its end first.
 *
 * Buttons, by their test ids: `sdk-create`, `sdk-existing` and `sdk-continue` connect,
 * `sdk-confirm` approves, `sdk-cancel` and `sdk-close` reject, `sdk-skip` continues without an
 * optional step, and `sdk-done` closes an informational dialog.
 *
 * @param dialog the popup, or the page or frame that shows the dialog
 * @param testId test id of the button
 * @returns the number of presses: more than one if the dialog had to be scrolled first
 */
export async function press(dialog: DialogPlace, testId: string): Promise<number> {
  const button = `[data-testid=${testId}]`;
  let presses = 1;
  await dialog.locator(`${button}:not([aria-disabled])`).waitFor();
  while (await dialog.locator(`${button}[data-review]`).count() > 0) {
    await dialog.locator(button).click();
    presses++;
    await new Promise((resolve) => setTimeout(resolve, SIGHT_MS));
    await dialog.locator(`${button}:not([aria-disabled])`).waitFor();
  }
  // A window that the press closes can be gone before the click is reported.
  await dialog.locator(button).click().catch((error: unknown) => {
    if (!(error instanceof Error) || !/has been closed/.test(error.message)) throw error;
  });
  return presses;
}
