/** Puts pictures of pages together. @module */
import { Buffer } from "node:buffer";
import type { Browser, BrowserContext, Page } from "../../tests/browser/playwright.ts";

/** Renders HTML as one picture of its full size. */
export async function compose(
  browser: Browser,
  html: string,
  format: "png" | "webp" = "webp",
): Promise<Uint8Array> {
  const context = await browser.newContext({ viewport: { width: 320, height: 320 } });
  const page = await context.newPage();
  const body = '<body style="margin:0;width:max-content;background:#e4e4ea">';
  const size = await page.evaluate<[number, number]>(
    `document.documentElement.innerHTML = ${JSON.stringify(body + html)};` +
      "Promise.all([...document.images].map((image) => image.decode())).then(() =>" +
      " [document.body.scrollWidth, document.body.scrollHeight])",
  );
  const image = await capture(context, page, size, format);
  await context.close();
  return image;
}

/** Captures a page from its top left corner. */
export async function capture(
  context: BrowserContext,
  page: Page,
  [width, height]: readonly [number, number],
  format: "png" | "webp",
): Promise<Uint8Array> {
  const session = await context.newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", {
    format,
    ...(format === "webp" && { quality: 55 }),
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height, scale: 1 },
  });
  return Buffer.from(data as string, "base64");
}

/** Writes an image as a URL. */
export function dataUrl(image: Uint8Array): string {
  return `data:image/png;base64,${Buffer.from(image).toString("base64")}`;
}
