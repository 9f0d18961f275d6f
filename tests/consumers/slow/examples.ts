/** The examples, each built from the packages as its users would, and clicked through. */
import { assert, assertMatch } from "@std/assert";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { CdnIntegrity } from "../../../scripts/npm/cdn.ts";
import { importMap } from "../../../scripts/npm/import_map.ts";
import { getWorld, newUser } from "../../browser/harness.ts";
import { copyFolder, getPackages, makeProject, nodeHere, portOf, run } from "../packages.ts";
import { browserProgram } from "../../browser/playwright.ts";
import { startJsr } from "../registries.ts";
import { publishAll } from "./publish.ts";
import { clickThrough } from "./click.ts";

const options = { sanitizeOps: false, sanitizeResources: false };
const npmOptions = { ...options, ignore: !await nodeHere() };

Deno.test("example vanilla-cdn: a plain page with an import map", options, async () => {
  const { folder } = await getPackages();
  const { stack } = await getWorld();
  const page = await newFolder("vanilla-cdn");
  await copyFolder("examples/vanilla-cdn", page);
  await copyFolder(join(folder, "cdn"), join(page, "cdn"));
  await using server = serveFolder(page);
  await clickThrough(`${server.url}/index.html?key=${stack.apiKey}`, "AppSpecific");
});

Deno.test(
  "example vanilla-cdn: its browser checks each file, including lazy ones",
  options,
  async () => {
    const { folder } = await getPackages();
    const { stack } = await getWorld();
    const page = await newFolder("vanilla-cdn-checked");
    await copyFolder("examples/vanilla-cdn", page);
    await copyFolder(join(folder, "cdn"), join(page, "cdn"));
    const described: CdnIntegrity = JSON.parse(
      await Deno.readTextFile(join(page, "cdn/integrity.json")),
    );
    const html = await Deno.readTextFile(join(page, "index.html"));
    const head = importMap(described, "./cdn");
    const checked = html.replace(/<script type="importmap">[\s\S]*?<\/script>/, () => head);
    assert(checked.includes("modulepreload"));
    await Deno.writeTextFile(join(page, "index.html"), checked);
    await using server = serveFolder(page);
    const url = `${server.url}/index.html?key=${stack.apiKey}`;
    await clickThrough(url, "AppSpecific");

    // One additional byte in a lazy file: the page starts, and the change is not run.
    for (const name of Object.keys(described.integrity)) {
      if (described.preload.includes(name)) continue;
      await Deno.writeTextFile(join(page, "cdn", name), "\n", { append: true });
    }
    await using user = await newUser();
    const tab = await user.context.newPage();
    await tab.goto(url);
    await tab.locator("#connect").click();
    await tab.waitForFunction(`document.querySelector("#problem").textContent !== ""`);
    assert(user.problems.some((problem) => /integrity/.test(problem)), user.problems.join("\n"));
  },
);

Deno.test("example react-wagmi: checked and built by Vite", npmOptions, async () => {
  const { stack } = await getWorld();
  const folder = await makeProject({
    name: "react-wagmi",
    from: "examples/react-wagmi",
    uses: ["core", "connector"],
  });
  await run(folder, "npm", ["run", "build"], { VITE_ACCT_KEY: stack.apiKey });
  await using server = serveFolder(join(folder, "dist"));
  await clickThrough(`${server.url}/index.html`, "CrossPlatform");
  // The example's own test, with the published helpers and Playwright's own runner.
  const { executablePath, env } = await browserProgram();
  const said = await run(folder, "npm", ["test"], {
    ...env,
    ACCT_SERVICE: stack.browserServerUrl,
    CHROME_PATH: executablePath,
    PORT: String(freePort()),
    CI: "1",
  });
  assertMatch(said, /1 passed/);
});

Deno.test("example vue: checked and built by Vite, dialogs in the page", npmOptions, async () => {
  const { stack } = await getWorld();
  const folder = await makeProject({ name: "vue", from: "examples/vue", uses: ["core", "ui"] });
  await run(folder, "npm", ["run", "build"], { VITE_ACCT_KEY: stack.apiKey });
  await using server = serveFolder(join(folder, "dist"));
  await clickThrough(`${server.url}/index.html`, "AppSpecific");
});

Deno.test("example deno-preact: packages from JSR, bundled by Deno", options, async () => {
  const { stack } = await getWorld();
  const folder = await newFolder("deno-preact");
  await copyFolder("examples/deno-preact", folder);
  await using jsr = startJsr();
  await publishAll(jsr);
  const child = new Deno.Command(Deno.execPath(), {
    cwd: folder,
    args: ["task", "start"],
    env: { JSR_URL: jsr.url, ACCT_KEY: stack.apiKey, PORT: "0", NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  try {
    const port = await portOf(child);
    await clickThrough(`http://localhost:${port}/`, "AppSpecific");
  } finally {
    child.kill();
    await child.status;
  }
});

/** A free port: the preview server needs a number. */
function freePort(): number {
  using listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  return listener.addr.port;
}

async function newFolder(name: string): Promise<string> {
  const folder = join(tmpdir(), "acct-consumers", name);
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  return folder;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

/** A web server for the files of a folder. */
function serveFolder(folder: string): AsyncDisposable & { readonly url: string } {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      try {
        const body = await Deno.readFile(join(folder, pathname));
        return new Response(body, { headers: { "content-type": types[extname(pathname)] ?? "" } });
      } catch {
        return new Response(null, { status: 404 });
      }
    },
  );
  return {
    url: `http://localhost:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
