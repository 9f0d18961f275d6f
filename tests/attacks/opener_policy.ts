/** Headers on either side that separate a window from the page that opened it. @module */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { buildPage, hostPage } from "../../scripts/stack/pages.ts";
import { serveHost } from "../../host/mod.ts";
import { createAccount, getWorld, newUser, openApp, serve, type User } from "../browser/harness.ts";
import { POPUP_PATH } from "../../core/dialog/window.ts";
import { until } from "../../scripts/stack/patience.ts";
import { attack } from "./attack.ts";

const mode = "CrossPlatform";
const policy = "cross-origin-opener-policy";

/** The source of the test page. */
const appPage = { folder: "tests/browser/app", entry: "tests/browser/app/main.ts" };

/** The request must end within three seconds, with both explanations. */
async function isExplained(user: User, setup: Parameters<typeof openApp>[1]): Promise<void> {
  const app = await openApp(user, setup);
  const begin = performance.now();
  const { error } = await app.ask("eth_requestAccounts");
  assertEquals(error!.data.cause, "window_lost");
  // Three seconds on the window's own clock, plus the time of a slow machine to open it.
  assert(performance.now() - begin < 15_000);
  assertMatch(error!.message, /closed/);
  assertMatch(error!.message, /Cross-Origin-Opener-Policy/);
  const cut = user.context.pages().filter((page) => new URL(page.url()).pathname === POPUP_PATH);
  assertEquals(cut.length, 1);
  for (const page of cut) {
    // It does not look like a usable wallet.
    const isCut = `document.querySelector("[data-testid=host-cut]") !== null`;
    await until("the window says that it is cut", () => page.evaluate<boolean>(isCut));
    await page.close();
  }
}

attack("opener policy: a page that cuts its windows gets an explanation within 3 s", async () => {
  const files = await buildPage(appPage);
  await using user = await newUser();
  for (
    const headers of [
      { [policy]: "same-origin" },
      { [policy]: "same-origin", "cross-origin-embedder-policy": "require-corp" },
      { [policy]: "same-origin", "cross-origin-embedder-policy": "credentialless" },
    ]
  ) {
    await using server = serve(files, headers);
    await isExplained(user, { mode, url: `http://localhost:${server.addr.port}` });
  }
});

attack("opener policy: pages that keep their windows are answered", async () => {
  const files = await buildPage(appPage);
  for (const value of ["same-origin-allow-popups", "noopener-allow-popups", "unsafe-none"]) {
    await using server = serve(files, { [policy]: value });
    await using user = await newUser();
    const app = await openApp(user, { mode, url: `http://localhost:${server.addr.port}` });
    await createAccount(app, mode);
    assertEquals(user.problems, []);
  }
});

attack("opener policy: a wallet host that cuts its opener is explained as well", async () => {
  const { stack } = await getWorld();
  const files = await buildPage(hostPage);
  await using user = await newUser();
  for (const value of ["same-origin", "same-origin-allow-popups", "noopener-allow-popups"]) {
    const answer = serveHost(files, { apiKey: () => stack.apiKey });
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      (request) => {
        const response = answer(request);
        response.headers.set(policy, value);
        return response;
      },
    );
    const keysUrl = `http://keys.localhost:${server.addr.port}`;
    const preference = { keysUrl, serverUrl: stack.browserServerUrl };
    await isExplained(user, { mode, options: { preference } });
  }
});
