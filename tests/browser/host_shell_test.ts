/**
 * The wallet host's shell: small, immediately available, and able to report that the rest is
 * missing.
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { gzipSync } from "node:zlib";
import { serveHost } from "../../host/mod.ts";
import { reachable } from "../../scripts/stack/module_graph.ts";
import { buildPage, hostPage } from "../../scripts/stack/pages.ts";
import { numberToHex, stringToHex } from "viem";
import {
  getWorld,
  newOwner,
  newUser,
  openApp,
  openRequest,
  options,
  press,
  shoot,
} from "./harness.ts";

const test = (name: string, run: () => Promise<void>) => Deno.test(`shell: ${name}`, options, run);

test("the files before the first paint are at most 14 kB, compressed", async () => {
  const { html, assets } = await buildPage(hostPage);
  const pieces = new Map([...assets].map(([path, { body }]) => [path.slice(1), body]));
  const [, main] = html.match(/<!-- window --><script type="module" src="\/([^"]+)"/)!;
  const [, style] = html.match(/<link rel="stylesheet" href="\/([^"]+)"/)!;
  const first = [...reachable(pieces, [main!]), style!];
  const sizes = [new TextEncoder().encode(html), ...first.map((name) => pieces.get(name)!)]
    .map((body) => gzipSync(body).length);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const said = `the wallet host's shell: ${bytes} of 14000 bytes (${sizes.length} files)`;
  console.log(said);
  assert(bytes <= 14_000, said);
  // The next chunks are fetched concurrently, and none of them is missing.
  const ahead = [...html.matchAll(/rel="modulepreload" href="\/([^"]+)"/g)].map(([, name]) =>
    name!
  );
  assert(ahead.length > 2);
  assertEquals(ahead.filter((name) => !pieces.has(name)), []);
});

test("the home page's first rows need at most 20 kB, packed", async () => {
  const { html, assets } = await buildPage(hostPage);
  const pieces = new Map([...assets].map(([path, { body }]) => [path.slice(1), body]));
  const [, main] = html.match(/<!-- home --><script type="module" src="\/([^"]+)"/)!;
  const [, style] = html.match(/<link rel="stylesheet" href="\/([^"]+)"/)!;
  const home = [...pieces.keys()].find((name) => /^home-\w+\.js$/.test(name))!;
  const first = [...reachable(pieces, [main!, home]), style!];
  const sizes = [new TextEncoder().encode(html), ...first.map((name) => pieces.get(name)!)]
    .map((body) => gzipSync(body).length);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const said = `the home page's first rows: ${bytes} of 20000 bytes (${sizes.length} files)`;
  console.log(said);
  assert(bytes <= 20_000, said);
});

test("the window's first dialog needs at most 8 requests and 100 kB, compressed", async () => {
  await using user = await newUser();
  const app = await openApp(user, { mode: "CrossPlatform" });
  const { stack } = await getWorld();
  const files: string[] = [];
  let live = false;
  user.context.on("request", (request) => {
    if (!live && request.url().startsWith(stack.keysUrl)) {
      files.push(new URL(request.url()).pathname);
    }
  });
  // The code of later requests never loads, and the dialog does not wait for it.
  await user.context.route("**/gathered-*.js", () => {});
  const asked = await openRequest(app, "CrossPlatform", "eth_requestAccounts");
  const confirm = asked.dialog.locator("[data-testid=sdk-create]:not([aria-disabled=true])");
  await confirm.waitFor();
  live = true;
  const first = files.filter((path) => !/^\/(gathered|icon|mark)-/.test(path));
  const serve = serveHost(await buildPage(hostPage), { apiKey: () => "" });
  const sizes = await Promise.all(first.map(async (path) => {
    const request = new Request(new URL(path, stack.keysUrl), {
      headers: { "accept-encoding": "gzip" },
    });
    const body = await serve(request).bytes();
    return path === "/popup" ? gzipSync(body).length : body.length;
  }));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const said = `the window's first dialog: ${bytes} of 100000 bytes, ${first.length} of 8 requests`;
  console.log(said);
  assert(bytes <= 100_000 && first.length <= 8, `${said}: ${first.join(" ")}`);
  await press(asked.dialog, "sdk-create");
  assertEquals((await asked.answer()).error, undefined);
});

test("files are packed for browsers that unpack", async () => {
  const serve = serveHost(await buildPage(hostPage), { apiKey: () => "" });
  const page = await serve(new Request("http://keys.localhost/")).text();
  const [, main] = page.match(/<script type="module" src="([^"]+)"/)!;
  for (
    const [accepted, packed] of [
      ["gzip, deflate, br", true],
      ["br;q=1.0, gzip;q=0.5", true],
      ["br", false],
      ["gzip;q=0", false],
      ["gzip; q=0, br", false],
      ["", false],
    ] as const
  ) {
    const request = new Request(`http://keys.localhost${main}`, {
      headers: { "accept-encoding": accepted },
    });
    const { headers } = serve(request);
    assertEquals([accepted, headers.get("content-encoding")], [accepted, packed ? "gzip" : null]);
    assertEquals(headers.get("vary"), "accept-encoding");
  }
});

test("code of a later request that does not load is reported, and loaded again", async () => {
  await using user = await newOwner({ mode: "CrossPlatform" });
  let down = true;
  await user.context.route(
    /\/gathered-\w+\.js/,
    (route) => down ? route.abort() : route.continue(),
  );
  const message = [stringToHex("hello"), user.account];
  const asked = await openRequest<string>(user.app, "CrossPlatform", "personal_sign", message);
  await asked.dialog.getByTestId("host-again").waitFor();
  down = false;
  await asked.dialog.getByTestId("host-again").click();
  await press(asked.dialog, "sdk-confirm");
  assertMatch((await asked.answer()).result!, /^0x/);
});

test("missing code of a later request is reported within 30 s, and loaded again", async () => {
  await using user = await newOwner({ mode: "CrossPlatform" });
  let down = true;
  await user.context.route(/\/gathered-\w+\.js/, (route) => down ? undefined : route.continue());
  const message = [stringToHex("hello"), user.account];
  const asked = await openRequest<string>(user.app, "CrossPlatform", "personal_sign", message);
  await asked.dialog.getByTestId("host-again").waitFor({ timeout: 30_000 });
  down = false;
  await asked.dialog.getByTestId("host-again").click();
  await press(asked.dialog, "sdk-confirm");
  assertMatch((await asked.answer()).result!, /^0x/);
});

test("an open dialog stays when the code of another request does not load", async () => {
  await using user = await newOwner({ mode: "CrossPlatform" });
  await user.context.route(/\/gathered-\w+\.js/, (route) => route.abort());
  const { stack } = await getWorld();
  const asked = await openRequest(user.app, "CrossPlatform", "wallet_connect", [{
    capabilities: {
      signInWithEthereum: { nonce: "a1b2c3d4", chainId: numberToHex(stack.chainId) },
    },
  }]);
  await asked.dialog.locator("[data-testid=sdk-continue]:not([aria-disabled=true])").waitFor();
  const message = [stringToHex("hello"), user.account];
  const { error } = await user.app.ask("personal_sign", message);
  assertEquals(error!.data.cause, "service_down");
  assertEquals(await asked.dialog.getByTestId("host-again").count(), 0);
  await press(asked.dialog, "sdk-continue");
  assertEquals((await asked.answer()).error, undefined);
});

test("missing code is reported, and the dialog continues when it arrives", async () => {
  await using user = await newUser();
  let down = true;
  await user.context.route(
    /\/first-\w+\.js/,
    (route) => down ? route.abort() : route.continue(),
  );
  const app = await openApp(user, { mode: "CrossPlatform" });
  const asked = await openRequest<string[]>(app, "CrossPlatform", "eth_requestAccounts");
  await asked.dialog.getByTestId("host-again").waitFor();
  assertMatch(await asked.dialog.locator("main").innerText(), /Nothing was signed or sent/);
  await shoot(asked.dialog, "host-not-loaded");
  // Only an action of the user finishes the request.
  down = false;
  await asked.dialog.getByTestId("host-again").click();
  await press(asked.dialog, "sdk-create");
  assertEquals((await asked.answer()).result!.length, 1);
});

test("offline, it reports so, and continues automatically once online", async () => {
  await using user = await newUser();
  const { stack } = await getWorld();
  const page = await user.context.newPage();
  await user.context.route(/\/home-\w+\.js/, async (route) => {
    // It is preloaded alongside the code that reports this.
    await page.locator("html[dir]").waitFor({ state: "attached" });
    await user.context.setOffline(true);
    await route.abort("internetdisconnected");
  });
  await page.goto(stack.keysUrl);
  await page.getByTestId("host-again").waitFor();
  assertMatch(await page.locator("main").innerText(), /You’re offline/);
  await user.context.unroute(/\/home-\w+\.js/);
  await user.context.setOffline(false);
  await page.locator("main h1").waitFor();
  await page.waitForFunction(`document.title === "Your wallet"`);
  await page.waitForLoadState("networkidle");
  // Once loaded, it stays, and reports that it may be outdated.
  const said = () => page.getByTestId("home-network").innerText();
  assertEquals(await said(), "");
  await user.context.setOffline(true);
  await page.waitForFunction(`document.querySelector("[data-testid=home-network]").textContent`);
  assertMatch(await said(), /You’re offline/);
  await user.context.setOffline(false);
  await page.waitForFunction(`!document.querySelector("[data-testid=home-network]").textContent`);
});

test("the window's first frame is in its page: the mark and a skeleton, before any script", async () => {
  const serve = serveHost(await buildPage(hostPage), { apiKey: () => "" });
  const page = (path: string) => serve(new Request(`http://keys.localhost${path}`)).text();
  assertMatch(await page("/popup"), /<div id="page">\s*<div class="shell" aria-hidden="true">/);
  assertMatch(await page("/"), /<div id="page">\s*<div class="splash" aria-hidden="true">/);
  // A frame shows the dApp behind it.
  for (const path of ["/", "/frame"]) assert(!(await page(path)).includes('class="shell"'), path);
  assert(!(await page("/frame")).includes('class="splash"'));
});

test("each page preloads its own code, the home in its user's language", async () => {
  const serve = serveHost(await buildPage(hostPage), { apiKey: () => "" });
  const ahead = async (path: string, languages?: string) => {
    const headers: HeadersInit = languages === undefined ? {} : { "accept-language": languages };
    const response = serve(new Request(`http://keys.localhost${path}`, { headers }));
    const html = await response.text();
    assert(!/<!-- (?!preload)\/?\w/.test(html), html);
    const names = [...html.matchAll(/rel="modulepreload" href="\/([a-z_]+)-/g)].map(([, name]) =>
      name
    );
    return [...new Set(names)].filter((name) => name !== "chunk").sort();
  };
  assertEquals(await ahead("/popup", "de"), ["first"]);
  assertEquals(await ahead("/frame"), ["first"]);
  for (
    const [languages, name] of [
      [undefined, "home_en"],
      ["de-CH,de;q=0.9,en;q=0.8", "home_de"],
      ["fr-FR, ar;q=0.5", "home_ar"],
      ["*", "home_en"],
      ["<script>, __proto__;q=1, constructor", "home_en"],
      ["ja".repeat(10_000), "home_en"],
    ] as const
  ) {
    assertEquals(await ahead("/", languages), ["home", name, "welcome"], languages);
  }
});

test("the window's first frame stays until a dialog replaces it", async () => {
  // Held back, so that the first frame stays.
  await using user = await newUser({ viewport: { width: 420, height: 680 } });
  const app = await openApp(user, { mode: "CrossPlatform" });
  let go = () => {};
  const held = new Promise<void>((resolve) => go = resolve);
  await user.context.route("**/first-*.js", async (route) => {
    await held;
    await route.continue();
  });
  const popup = app.page.waitForEvent("popup");
  await app.send("eth_requestAccounts");
  const window = await popup;
  // The site is named once the browser has reported its origin.
  const { host } = new URL(app.page.url());
  await window.locator(`.shell b:has-text("${host}")`).waitFor();
  await shoot(window, "first-frame");
  go();
  await press(window, "sdk-create");
  await window.locator(".shell").waitFor({ state: "detached" }).catch((error: Error) => {
    if (!/closed/.test(error.message)) throw error;
  });
  assertEquals(user.problems, []);
});

test("the window is as high as its sheet", async () => {
  // A viewport of the test would have a fixed size.
  await using user = await newUser({ viewport: null });
  const app = await openApp(user, { mode: "CrossPlatform" });
  const heights: number[] = [];
  const open = async (method: string, params: unknown[] | undefined, button: string) => {
    const { dialog, answer } = await openRequest<string[]>(app, "CrossPlatform", method, params);
    await dialog.locator(`[data-testid=${button}]:not([aria-disabled=true])`).waitFor();
    const { height, left } = await dialog.evaluate<{ height: number; left: number }>(`(() => {
      const card = document.querySelector("[data-sdk-modal-container]").shadowRoot
        .querySelector(".card");
      const body = card.querySelector(".body");
      return {
        height: card.offsetHeight === innerHeight ? innerHeight : NaN,
        left: body.clientHeight - body.firstElementChild.offsetHeight,
      };
    })()`);
    assert(left > -1 && left < 17, `${method}: ${left} px are left`);
    heights.push(height);
    await shoot(dialog, `fit-${method}`);
    await press(dialog, button);
    const answered = await answer();
    assertEquals(answered.error, undefined);
    return answered.result!;
  };
  const [account] = await open("eth_requestAccounts", undefined, "sdk-create");
  await open("personal_sign", [stringToHex("Hello"), account], "sdk-confirm");
  assert(heights.every((height) => height > 300 && height < 600), String(heights));
  assert(heights[0] !== heights[1], String(heights));
  assertEquals(user.problems, []);
});
