/**
 * `deno task build pictures [--sheets [--look NAME]…]`: creates the pictures of the documentation
 * again, in `docs/pictures/`: dialogs from the stories, and the wallet's page from a separate
 * stack. With `--sheets` it creates contact sheets instead: every settled story side by side, in
 * all looks or in some, and every page of the wallet.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { type Browser, startBrowser } from "../../tests/browser/playwright.ts";
import { serveStories } from "../../ui/stories/serve.ts";
import { stories } from "../../ui/stories/stories.ts";
import { capture, compose, dataUrl } from "./compose.ts";
import { until } from "../stack/patience.ts";
import { installDebian } from "../tools/debian.ts";
import { fontEnvironment } from "../tools/fonts.ts";

/** How a story is displayed. */
interface Look {
  /** Viewport. */
  readonly size: readonly [width: number, height: number];
  /** Query of the stories page, such as `mode=dark&lang=de`. */
  readonly query?: string;
  /** Pixels of the picture per pixel of the page. */
  readonly scale: number;
}

const folder = new URL("../../docs/pictures/", import.meta.url);

/** Pictures of dialogs: their story. */
const dialogs: Readonly<Record<string, string>> = {
  account: "account-arriving",
  connect: "connect-new",
  fee: "send-fee-token",
  grant: "grant",
  name: "name-free",
  status: "status-done",
  transaction: "send-batch",
  "typed-data": "typed-exchange",
};

/** Looks of the sheets. */
const sheets: Readonly<Record<string, Look>> = {
  "english-light": { size: [420, 760], query: "mode=light&lang=en", scale: 0.4 },
  "english-dark": { size: [420, 760], query: "mode=dark&lang=en", scale: 0.4 },
  "german-light": { size: [420, 760], query: "mode=light&lang=de", scale: 0.4 },
  "german-dark-320": { size: [320, 568], query: "mode=dark&lang=de", scale: 0.4 },
  "arabic-light": { size: [420, 760], query: "mode=light&lang=ar", scale: 0.4 },
  "japanese-dark": { size: [420, 760], query: "mode=dark&lang=ja", scale: 0.4 },
};

/** Endings of stories that show a moment on the way; the sheets have the others. */
const moments = /-(loading|slow|error|offline|busy|failed|stale)(-slow)?$/;

const { values } = parseArgs({
  options: {
    sheets: { type: "boolean", default: false },
    look: { type: "string", multiple: true },
  },
});
const looks = Object.entries(sheets).filter(([name]) => values.look?.includes(name) ?? true);
await Deno.mkdir(folder, { recursive: true });
const fonts = values.sheets && looks.some(([name]) => name.startsWith("japanese"))
  ? await fontEnvironment([await japaneseFont()])
  : {};
const [server, { browser }] = await Promise.all([serveStories(), startBrowser([], fonts)]);
try {
  for (const [name, story] of values.sheets ? [] : Object.entries(dialogs)) {
    const look: Look = { size: [420, 680], query: "mode=light", scale: 1.5 };
    const [image] = await shootStories(browser, server.url, [story], look);
    await write(`${name}.png`, image!);
  }
  if (!values.sheets || values.look === undefined) await shootWallet();
  if (values.sheets) {
    const settled = Object.keys(stories).filter((name) => !moments.test(name));
    for (const [name, look] of looks) {
      const images = await shootStories(browser, server.url, settled, look);
      await write(`sheet-${name}.webp`, await contactSheet(browser, settled, images, look));
    }
  }
} finally {
  await browser.close();
  await server.stop();
}

/** Captures the wallet's page, in a separate run. */
async function shootWallet(): Promise<void> {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "scripts/run_tests.ts", "tests/slow/wallet_picture.ts"],
    cwd: new URL("../../", import.meta.url),
    env: { HOME_SHEETS: values.sheets ? "1" : "" },
    stdout: "inherit",
  }).output();
  if (!success) throw new Error("The wallet's page could not be shown.");
}

async function write(name: string, image: Uint8Array): Promise<void> {
  await Deno.writeFile(new URL(name, folder), image);
  console.log(`${name}: ${Math.round(image.length / 1024)} kB`);
}

/** Captures each story. */
async function shootStories(
  browser: Browser,
  url: string,
  names: readonly string[],
  { size: [width, height], query = "", scale }: Look,
): Promise<Uint8Array[]> {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
  });
  const page = await context.newPage();
  const images: Uint8Array[] = [];
  for (const name of names) {
    const fragment = `#story=${name}&${query}`;
    await page.goto(`${url}/${fragment}`);
    const ready = `document.documentElement.dataset.ready === ${JSON.stringify(fragment)}`;
    await until(`the story ${name} is shown`, () => page.evaluate<boolean>(ready), 20);
    images.push(await capture(context, page, [width, height], "png"));
  }
  await context.close();
  return images;
}

function contactSheet(
  browser: Browser,
  names: readonly string[],
  images: readonly Uint8Array[],
  { size: [width, height], scale }: Look,
): Promise<Uint8Array> {
  const cells = images.map((image, index) =>
    `<figure><img src="${dataUrl(image)}" width="${width * scale}" height="${height * scale}">` +
    `<figcaption>${names[index]}</figcaption></figure>`
  );
  const style = `<style>div{display:grid;grid-template-columns:repeat(12,${width * scale}px);` +
    "gap:12px;padding:12px}figure{margin:0;font:11px sans-serif;overflow:hidden}</style>";
  return compose(browser, `${style}<div>${cells.join("")}</div>`);
}

/** The file of a font that has Japanese letters. */
async function japaneseFont(): Promise<string> {
  const file = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc";
  const isThere = await Deno.stat(file).then(() => true, () => false);
  if (!isThere) {
    await installDebian(
      ["fonts-noto-cjk"],
      "The Japanese sheet needs Debian's package fonts-noto-cjk; leave it out with --look.",
    );
  }
  return file;
}
