/** Operates the rescue page. @module */
import type { Page } from "./playwright.ts";

/** Pastes a recovery file into the page. */
export async function paste(page: Page, json: string): Promise<void> {
  const field = page.getByTestId("record");
  if (!await field.isVisible()) await page.getByTestId("paste").click();
  await field.fill(json);
}
