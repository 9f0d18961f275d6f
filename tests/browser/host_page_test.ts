/**
 * The wallet host's page in a browser: its policy blocks foreign content, and is never violated.
 */
import { assert, assertEquals } from "@std/assert";
import { stringToHex } from "viem";
import { until } from "../../scripts/stack/patience.ts";
import {
  createAccount,
  getWorld,
  newUser,
  openApp,
  openRequest,
  options,
  press,
  serveText,
  type User,
} from "./harness.ts";

const mode = "CrossPlatform";
const test = (name: string, run: () => Promise<void>) =>
  Deno.test(`host page: ${name}`, options, run);

/** Collects violations of the security policies of a user's pages. */
async function keepViolations(user: User): Promise<void> {
  await user.context.addInitScript(`(() => {
    const refused = globalThis.refused = [];
    document.addEventListener("securitypolicyviolation", (event) => {
      refused.push(event.effectiveDirective);
    });
  })()`);
}

test("a whole flow breaks no policy, and sends requests to host and service alone", async () => {
  const { stack, appUrl } = await getWorld();
  await using user = await newUser();
  await keepViolations(user);
  const origins = new Set<string>();
  user.context.on("request", (request) => void origins.add(new URL(request.url()).origin));
  const app = await openApp(user, { mode });
  const refused: Record<string, string[]> = {};
  /** Sends a request, inspects the dialog's page, and answers. */
  const ask = async (method: string, params: unknown, button: string) => {
    const asked = await openRequest(app, mode, method, params);
    await asked.dialog.locator(`[data-testid=${button}]:not([aria-disabled])`).waitFor();
    refused[method] = await asked.dialog.evaluate<string[]>("refused");
    await press(asked.dialog, button);
    assertEquals((await asked.answer()).error, undefined);
  };
  const address = await createAccount(app, mode);
  await ask("personal_sign", [stringToHex("hello"), address], "sdk-confirm");
  const to = `0x${"a1".repeat(20)}`;
  await ask("wallet_sendCalls", [{ calls: [{ to, value: "0x0" }] }], "sdk-confirm");
  await app.ask("wallet_disconnect");
  await ask("eth_requestAccounts", undefined, "sdk-continue");
  const home = await user.context.newPage();
  await home.goto(stack.keysUrl);
  await home.locator("#page main").waitFor();
  refused.home = await home.evaluate<string[]>("refused");
  assertEquals(refused, {
    personal_sign: [],
    wallet_sendCalls: [],
    eth_requestAccounts: [],
    home: [],
  });
  const own = [appUrl, stack.keysUrl, stack.browserServerUrl].map((url) => new URL(url).origin);
  assertEquals([...origins].filter((origin) => !own.includes(origin)), []);
  assertEquals(user.problems, []);
});

test("scripts that are not its own do not run, and no text becomes markup", async () => {
  const { stack } = await getWorld();
  await using user = await newUser();
  await keepViolations(user);
  const page = await user.context.newPage();
  // At the address of a page without an opener's request: the page itself makes the attempts.
  await page.goto(stack.keysUrl);
  await page.locator("#page > *").first().waitFor();
  await page.evaluate(`(() => {
    const script = (fill) => {
      const element = document.createElement("script");
      try {
        fill(element);
        document.head.append(element);
      } catch (error) {
        refused.push(error.name);
      }
    };
    globalThis.ran = [];
    globalThis.thrown = [];
    const tries = {
      inline: () => script((element) => element.append("ran.push('inline')")),
      text: () => script((element) => element.text = "ran.push('text')"),
      source: () => script((element) => element.src = "data:text/javascript,ran.push('source')"),
      module: () => script((element) => {
        element.type = "module";
        element.append("ran.push('module')");
      }),
      innerHTML: () => document.body.innerHTML = "<img src=x onerror=ran.push('innerHTML')>",
      outerHTML: () => document.body.outerHTML = "<body onload=ran.push('outerHTML')>",
      insert: () => document.body.insertAdjacentHTML("beforeend", "<b>x</b>"),
      write: () => document.write("<b>x</b>"),
      parse: () => new DOMParser().parseFromString("<b>x</b>", "text/html"),
      fragment: () => document.createRange().createContextualFragment("<b>x</b>"),
      frame: () => document.createElement("iframe").srcdoc = "<b>x</b>",
      object: () => document.createElement("object").data = "/x",
      embed: () => document.createElement("embed").src = "/x",
      policy: () => trustedTypes.createPolicy("mine", { createHTML: (text) => text }),
      byDefault: () => trustedTypes.createPolicy("default", { createHTML: (text) => text }),
      worker: () => new Worker("data:text/javascript,0"),
      attribute: () => document.body.setAttribute("onclick", "ran.push('attribute')"),
    };
    for (const [name, run] of Object.entries(tries)) {
      try {
        run();
      } catch {
        thrown.push(name);
      }
    }
    document.body.click();
    // Playwright's own evaluations may use eval: the page's may not, once they are over.
    globalThis.later = new Promise((done) => setTimeout(() => {
      const late = [];
      for (const [name, run] of [
        ["eval", () => (0, eval)("1")],
        ["Function", () => new Function("return 1")()],
        ["timer", () => setTimeout("ran.push('timer')", 0)],
      ]) {
        try {
          run();
        } catch {
          late.push(name);
        }
      }
      setTimeout(() => done(late), 100);
    }, 50));
  })()`);
  const late = await page.evaluate<string[]>("later");
  assertEquals(await page.evaluate("ran"), []);
  const thrown = await page.evaluate<string[]>("thrown");
  for (
    const sink of [
      "innerHTML",
      "outerHTML",
      "insert",
      "write",
      "parse",
      "fragment",
      "frame",
      "object",
      "embed",
      "policy",
      "byDefault",
    ]
  ) assert(thrown.includes(sink), `${sink} is not among ${thrown}`);
  assert(late.includes("eval") && late.includes("Function"), String(late));
  const refused = new Set(await page.evaluate<string[]>("refused"));
  for (const directive of ["require-trusted-types-for", "trusted-types"]) {
    assert(refused.has(directive), [...refused].join());
  }
});

test("no other origin is fetched, contacted or framed", async () => {
  const { stack } = await getWorld();
  const seen: string[] = [];
  await using elsewhere = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    (request) => {
      seen.push(request.url);
      return new Response("", { headers: { "access-control-allow-origin": "*" } });
    },
  );
  const url = `http://localhost:${elsewhere.addr.port}`;
  await using user = await newUser();
  await keepViolations(user);
  const page = await user.context.newPage();
  await page.goto(stack.keysUrl);
  await page.evaluate(`(async () => {
    const url = ${JSON.stringify(url)};
    const add = (name, attributes) => {
      const element = Object.assign(document.createElement(name), attributes);
      document.body.append(element);
      return element;
    };
    await fetch(url + "/fetch").catch(() => {});
    navigator.sendBeacon(url + "/beacon");
    new WebSocket(url.replace("http", "ws") + "/socket").onerror = () => {};
    new EventSource(url + "/events").onerror = () => {};
    add("link", { rel: "stylesheet", href: url + "/style.css" });
    add("iframe", { src: url + "/frame" });
    add("audio", { src: url + "/audio" });
    const form = add("form", { action: url + "/form", method: "post", target: "_self" });
    form.submit();
    add("base", { href: url });
  })()`);
  for (
    const directive of [
      "connect-src",
      "style-src-elem",
      "frame-src",
      "media-src",
      "form-action",
      "base-uri",
    ]
  ) {
    await until(
      `${directive} is refused`,
      async () => (await page.evaluate<string[]>("refused")).includes(directive),
    );
  }
  await page.evaluate("new Promise((done) => setTimeout(done, 500))");
  assertEquals(seen, []);
  assertEquals(await page.evaluate("document.baseURI.startsWith(location.origin)"), true);
});

test("no other page can embed its home or its window in a frame", async () => {
  const { stack } = await getWorld();
  await using other = serveText("<title>other</title>");
  const origin = `http://localhost:${other.addr.port}`;
  await using user = await newUser();
  const page = await user.context.newPage();
  await page.goto(origin);
  for (const path of ["/", `/popup#origin=${encodeURIComponent(origin)}`, "/popup"]) {
    for (const element of ["iframe", "object", "embed"]) {
      await page.evaluate(`new Promise((done) => {
        document.body.replaceChildren();
        const frame = document.createElement(${JSON.stringify(element)});
        frame[${JSON.stringify(element === "object" ? "data" : "src")}] =
          ${JSON.stringify(stack.keysUrl + path)};
        frame.onload = frame.onerror = done;
        document.body.append(frame);
        setTimeout(done, 1_000);
      })`);
      const shown = page.frames().slice(1).map((frame) => frame.url());
      assertEquals([path, element, shown.filter((url) => url.startsWith(stack.keysUrl))], [
        path,
        element,
        [],
      ]);
    }
  }
});
