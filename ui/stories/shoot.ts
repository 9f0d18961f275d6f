/**
 * Bundles the stories, serves them under a strict Content-Security-Policy and takes pictures:
 * `deno run -A ui/stories/shoot.ts [--out DIR] [--query mode=dark] [--size 1000x800] [names…]`.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { locateOne, versions } from "../../scripts/tools/mod.ts";
import { stories } from "./stories.ts";

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: {
    out: { type: "string", default: "tests/shots/stories" },
    query: { type: "string", default: "" },
    size: { type: "string", default: "560x860" },
    prefix: { type: "string", default: "" },
    css: { type: "string", default: "" },
    forced: { type: "boolean", default: false },
  },
});
const here = new URL("./", import.meta.url);
const bundle = await Deno.bundle({
  entrypoints: [new URL("./page.ts", here).pathname],
  outputDir: "/",
  platform: "browser",
  codeSplitting: true,
  minify: true,
  write: false,
});
for (const message of bundle.errors) console.error(message.text);
const files = new Map<string, Uint8Array>();
for (const file of bundle.outputFiles ?? []) {
  files.set(`/${file.path.split("/").pop()}`, file.contents ?? new Uint8Array());
}
for (const name of ["index.html", "page.css"]) {
  files.set(`/${name}`, await Deno.readFile(new URL(name, here)));
}
const types = { html: "text/html", css: "text/css", js: "text/javascript" } as const;
const server = Deno.serve({ port: 0, onListen() {} }, (request) => {
  const path = new URL(request.url).pathname;
  const name = path === "/" ? "/index.html" : path;
  let body = files.get(name);
  if (body === undefined) return new Response("not found", { status: 404 });
  if (name === "/page.css") {
    body = new Uint8Array([...body, ...new TextEncoder().encode(values.css)]);
  }
  return new Response(body as Uint8Array<ArrayBuffer>, {
    headers: {
      "content-type": types[name.split(".").pop() as "js"],
      "content-security-policy": "default-src 'self'; require-trusted-types-for 'script'",
    },
  });
});

const { chromium } = (await import(await locateOne(`${versions.playwright}/index.mjs`))) as {
  chromium: { launch(options: object): Promise<Browser> };
};
interface Browser {
  newPage(options: object): Promise<Page>;
  close(): Promise<void>;
}
interface Page {
  on(event: string, listener: (value: { text(): string }) => void): void;
  goto(url: string): Promise<unknown>;
  waitForSelector(selector: string, options: object): Promise<unknown>;
  screenshot(options: object): Promise<unknown>;
  getAttribute(selector: string, name: string): Promise<string | null>;
}
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
await Deno.mkdir(values.out, { recursive: true });
const [width, height] = values.size.split("x").map(Number);
const page = await browser.newPage({
  viewport: { width, height },
  deviceScaleFactor: 1.5,
  ...(values.forced && { forcedColors: "active" }),
});
page.on("console", (message) => console.log("console:", message.text()));
for (const name of positionals.length > 0 ? positionals : Object.keys(stories)) {
  await page.goto(`http://localhost:${server.addr.port}/?story=${name}&${values.query}`);
  await page.waitForSelector("html[data-ready]", { state: "attached", timeout: 8000 });
  const file = `${values.out}/${values.prefix}${name}.png`;
  await page.screenshot({ path: file });
  console.log(file, await page.getAttribute("html", "data-painted"), "ms");
}
await browser.close();
await server.shutdown();
