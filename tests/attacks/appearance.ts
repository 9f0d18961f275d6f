/** Names, logos and themes that hide or imitate the wallet's texts. @module */
import { assert, assertEquals } from "@std/assert";
import { parse, wcagContrast } from "culori";
import { encodeFunctionData, erc20Abi, maxUint256 } from "viem";
import { hasHidden } from "../../core/lib/hidden.ts";
import { until } from "../../scripts/stack/patience.ts";
import {
  addressOf,
  createAccount,
  getWorld,
  newUser,
  openApp,
  openRequest,
  shoot,
  type User,
} from "../browser/harness.ts";
import { attack } from "./attack.ts";
import { opened, openHostile, ready, serveHostile } from "./hostile.ts";

attack(
  "appearance: whatever a page is called, its origin stands there, whole and seen",
  async () => {
    await using hostile = await serveHostile("appearance");
    await using user = await newUser();
    const asked = requestsOf(user);
    const page = await openHostile(user, hostile);
    const [names, logos] = await page.evaluate<[string[], number]>("[attack.names, attack.logos]");
    assert(names.length >= 13 && logos >= 13);
    for (let index = 0; index < Math.max(names.length, logos); index++) {
      const name = names[index % names.length]!;
      await page.evaluate("void (heard.length = 0)");
      const popup = await opened(page, "attack.openHost()");
      await ready(page);
      await page.evaluate(`attack.dress("${name}", ${index})`);
      await popup.getByTestId("sdk-create").waitFor();
      const shown = await popup.locator(".app-name").innerText();
      assert([...shown].length <= 64, `${name}: ${shown.length} characters`);
      assertEquals([name, hasHidden(shown), /bank\.example/i.test(shown)], [name, false, false]);
      assertEquals(await popup.getByTestId("sdk-origin").innerText(), hostile.origin);
      assertEquals(await popup.locator("img").count(), 0, `logo ${index}`);
      assertEquals(
        await popup.evaluate(`(() => {
        const root = document.querySelector("[data-sdk-modal-container]").shadowRoot;
        const origin = root.querySelector("[data-testid=sdk-origin] bdi");
        const { left, right, top, bottom } = origin.getBoundingClientRect();
        const at = (x, y) => root.elementFromPoint(x, y);
        const middle = (top + bottom) / 2;
        return {
          inside: left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight,
          seen: [left + 2, (left + right) / 2, right - 2].every((x) => at(x, middle) === origin),
          wide: document.documentElement.scrollWidth > innerWidth,
          buttons: root.querySelector("[data-testid=sdk-create]").getBoundingClientRect().bottom <=
            innerHeight,
        };
      })()`),
        { inside: true, seen: true, wide: false, buttons: true },
        name,
      );
      if (name === "words" || name === "stacked") await shoot(popup, `hostile-name-${name}`);
      await popup.close();
    }
    assertEquals(asked().filter((url) => url.includes("logo")), [], "nothing was loaded");
    assertEquals(user.problems, []);
  },
);

attack("appearance: a logo is a picture, and runs nothing", async () => {
  await using hostile = await serveHostile("appearance");
  const seen: string[] = [];
  await using pictures = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    (request) => {
      seen.push(`${new URL(request.url).pathname} ${request.headers.get("referer")}`);
      const at = request.url.replace(/\/logo.svg$/, "");
      return new Response(
        `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300" onload="steal()">
          <script>fetch("${at}/script")</script><image href="${at}/inner.png"/>
          <foreignObject><body xmlns="http://www.w3.org/1999/xhtml">
            <img src="${at}/foreign.png"/><iframe src="${at}/frame"/></body></foreignObject>
          <style>@import url(${at}/style.css);</style><rect width="300" height="300"/></svg>`,
        { headers: { "content-type": "image/svg+xml" } },
      );
    },
  );
  await using user = await newUser();
  const page = await openHostile(user, hostile);
  const popup = await opened(page, "attack.openHost()");
  await ready(page);
  await page.evaluate(`attack.show("http://localhost:${pictures.addr.port}/logo.svg")`);
  await popup.locator("img[part=logo]").waitFor();
  await popup.evaluate(`new Promise((done) => setTimeout(done, 500))`);
  assertEquals(seen, ["/logo.svg null"], "neither what is inside of it, nor where it is shown");
  assertEquals(user.problems, []);
});

attack("appearance: a theme can neither load anything nor hide a warning", async () => {
  const { stack } = await getWorld();
  const seen: string[] = [];
  await using evil = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    seen.push(request.url);
    return new Response();
  });
  const url = `http://localhost:${evil.addr.port}`;
  const colour = (value: string) =>
    Object.fromEntries(
      ["background", "foreground", "card", "card-foreground", "warning", "destructive", "info"].map(
        (name) => [`--sdk-color-${name}`, value],
      ),
    );
  for (
    const [label, cssVariables] of [
      ["one colour", colour("#ffffff")],
      ["nothing", colour("transparent")],
      ["a shade", colour("rgb(255 255 255 / 0.01)")],
      ["a picture", {
        ...colour(`url(${url}/color.png)`),
        "--sdk-radius": `url(${url}/radius.png)`,
        "--sdk-font-family": `url(${url}/font.woff2), serif`,
      }],
      ["a rule", {
        ...colour("red; display: none !important"),
        "--sdk-radius": `9999px } .note { display: none } @import url(${url}/x.css); x {`,
        "--sdk-font-family": `x } @font-face { font-family: x; src: url(${url}/font) } x {`,
      }],
      ["another's value", colour("var(--page)")],
    ] as const
  ) {
    await using user = await newUser();
    const options = { theme: { mode: "light", cssVariables } };
    const app = await openApp(user, { mode: "AppSpecific", options });
    await app.page.evaluate(`document.documentElement.style.setProperty("--page", "white")`);
    await createAccount(app, "AppSpecific");
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: "approve",
      args: [`0x${"e7".repeat(20)}`, maxUint256],
    });
    const asked = await openRequest(app, "AppSpecific", "wallet_sendCalls", [{
      calls: [{ to: stack.tokens[0].address, data }],
    }]);
    const warning = asked.dialog.locator("[data-testid=sdk-warnings] .note").first();
    await warning.waitFor();
    await shoot(asked.dialog, `hostile-theme-${label.replaceAll(/\W/g, "-")}`);
    const [text, ...behind] = await asked.dialog.evaluate<string[]>(`(() => {
      const root = document.querySelector("[data-sdk-modal-container]").shadowRoot;
      const note = root.querySelector("[data-testid=sdk-warnings] .note");
      const colours = [getComputedStyle(note.querySelector("b")).color];
      for (let each = note; each; each = each.parentElement) {
        colours.push(getComputedStyle(each).backgroundColor);
      }
      return colours;
    })()`);
    const ground = behind.map((value) => parse(value)!).find(({ alpha = 1 }) => alpha === 1)!;
    const contrast = wcagContrast(parse(text!)!, ground);
    assert(contrast >= 4.5, `${label}: ${text} on ${behind.join(", ")}: ${contrast}`);
    assertEquals(await warning.isVisible(), true);
    assertEquals(user.problems, []);
  }
  assertEquals(seen, []);
});

attack(
  "appearance: a name, logo or variable that is none is named when the page begins",
  async () => {
    await using user = await newUser();
    for (
      const [options, field] of [
        [{ appName: "\u200b\u202e" }, "appName"],
        [{ appLogoUrl: "javascript:alert(1)" }, "appLogoUrl"],
        [{ appLogoUrl: "data:image/svg+xml,<svg/>" }, "appLogoUrl"],
        [{ appLogoUrl: "http://logo.example/logo.png" }, "appLogoUrl"],
        [{ appLogoUrl: "/logo.png" }, "appLogoUrl"],
        [{ theme: { cssVariables: { "--sdk-z-index": "0" } } }, "theme.cssVariables"],
        [{ theme: { cssVariables: { "display": "none" } } }, "theme.cssVariables"],
        [{ theme: { accentColor: "url(x)" } }, "theme.accentColor"],
      ] as const
    ) {
      user.problems.length = 0;
      const page = await user.context.newPage();
      await page.goto(await addressOf({ mode: "AppSpecific", options }));
      await until(`a word about ${field}`, () => user.problems.length > 0);
      assertEquals([field, user.problems.some((problem) => problem.includes(field))], [
        field,
        true,
      ]);
      assertEquals(await page.evaluate("globalThis.acct"), undefined);
      await page.close();
    }
  },
);

/** Collects the URLs that a user's pages request from now on. */
function requestsOf(user: User): () => string[] {
  const urls: string[] = [];
  user.context.on("request", (request) => urls.push(request.url()));
  return () => urls;
}
