import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { startStack } from "../../scripts/stack/mod.ts";
import { createService, developmentPolicy } from "../../service/mod.ts";
import { createSessions } from "../../service/admin/session.ts";
import { limitNames } from "../../service/keys/policy.ts";
import { prepare, type Reach, rpc, user } from "./client.ts";
import { listen } from "../../scripts/stack/listen.ts";

const adminToken = "a token of the operator";
const at = "http://127.0.0.1:9999";

Deno.test("admin: projects and keys in the page, for the operator alone", async (t) => {
  await using stack = await startStack();
  const { config } = stack.service.context.chains.get(stack.chainId)!;
  const service = await createService({
    host: "localhost:1",
    database: ":memory:",
    chains: [config],
    adminToken,
    log: () => {},
  });
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => service.stop());
  let cookie = "";
  const ask = async (
    path: string,
    form?: Record<string, string> | null,
    headers: Record<string, string> = {},
  ) => {
    const body = form === undefined || form === null ? null : new URLSearchParams(form);
    const response = await service.admin(
      new Request(at + path, {
        method: body === null ? "GET" : "POST",
        headers: { cookie, origin: at, "sec-fetch-site": "same-origin", ...headers },
        body,
      }),
    );
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const token = async (path: string) =>
    /name="token" value="(\w+)"/.exec((await ask(path)).text)?.[1] ?? "";

  await t.step("nothing without the token, and only a few tries", async () => {
    const page = await ask("/");
    assertStringIncludes(page.text, 'type="password"');
    assertEquals(page.text.includes("New project"), false);
    assertEquals((await ask("/projects", { id: "shop" })).status, 403);
    assertEquals((await ask("/projects/shop")).status, 303);
    assertEquals((await ask("/login", { secret: "wrong" })).status, 403);
    const sessions = createSessions(adminToken, () => 0);
    for (let n = 0; n < 5; n++) assertEquals(await sessions.open(`wrong ${n}`), null);
    // Then the right one is not told from them any more.
    for (const secret of ["wrong", adminToken]) {
      const cause = await sessions.open(secret).then(() => "", (e) => e.data.cause);
      assertEquals(cause, "limit_exceeded");
    }
  });

  await t.step("signed in: a session that scripts and other sites cannot use", async () => {
    const { status, headers } = await ask("/login", { secret: adminToken });
    assertEquals(status, 303);
    const set = headers.get("set-cookie")!;
    assertStringIncludes(set, "HttpOnly; SameSite=Strict");
    cookie = set.split(";")[0]!;
    const page = await ask("/");
    assertStringIncludes(page.text, "New project");
    const policy = page.headers.get("content-security-policy")!;
    assertStringIncludes(policy, "default-src 'none'");
    assertStringIncludes(policy, "frame-ancestors 'none'");
    assertEquals(page.text.includes("<script"), false);
  });

  await t.step("a form of another site changes nothing", async () => {
    const good = await token("/");
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.org" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    for (const headers of foreign) {
      assertEquals((await ask("/projects", { id: "evil", token: good }, headers)).status, 403);
    }
    assertEquals((await ask("/projects", { id: "evil", token: "other" })).status, 403);
    assertEquals((await ask("/projects", { id: "evil" })).status, 403);
    // A name of another site that was made to lead here.
    const rebound = await service.admin(
      new Request("http://evil.org:9999/", { headers: { cookie } }),
    );
    assertEquals(rebound.status, 403);
    assertEquals((await ask("/")).text.includes("evil"), false);
  });

  const limits = Object.fromEntries(
    limitNames.map((name) => [name, String(developmentPolicy[name])]),
  );

  await t.step("a project with settings, and a key that has them", async () => {
    assertEquals((await ask("/projects", { id: "shop", token: await token("/") })).status, 303);
    const form = await token("/projects/shop");
    const wrong = await ask("/projects/shop", { token: form, domains: "<b>not an origin" });
    assertEquals(wrong.status, 400);
    assertStringIncludes(wrong.text, "not an origin");
    assertEquals(wrong.text.includes("<b>"), false);
    const tooMuch = await ask("/projects/shop", {
      token: form,
      sponsors: "on",
      ...limits,
      operationsPerDay: "1e99",
    });
    assertStringIncludes(tooMuch.text, "operationsPerDay: ");
    const saved = { token: form, domains: "https://shop.example\nlocalhost", sponsors: "on" };
    assertEquals((await ask("/projects/shop", { ...saved, ...limits })).status, 200);

    const line = `${stack.tokens[0].address} ${stack.chainId} 0xA9059CBB`;
    const unclear = { ...saved, ...limits, targets: `${line}\n0x12` };
    assertStringIncludes(
      (await ask("/projects/shop", unclear)).text,
      "targets.1.address: must be an address",
    );
    const named = await ask("/projects/shop", {
      ...saved,
      ...limits,
      firstOperationsByServer: "on",
      targets: `${line}\r\n`,
    });
    assertStringIncludes(named.text, line.toLowerCase().slice(43));
    assertEquals(named.status, 200);
    const box = /name="firstOperationsByServer"[^>]*checked/;
    assertMatch(named.text, box);
    const again = await ask("/projects/shop", { ...saved, ...limits });
    assertEquals(again.text.includes("0xa9059cbb\n"), false);
    assertEquals(box.test(again.text), false);
  });

  const listener = listen(0, service.fetch);
  cleanup.defer(() => listener.stop());
  const reachOf = (apiKey: string): Reach => ({
    serverUrl: `http://127.0.0.1:${listener.port}`,
    apiKey,
    chainId: stack.chainId,
  });
  const madeIn = (text: string) => /<code>(pk_test_[\w-]+)<\/code>/.exec(text)?.[1] ?? "";
  const targets = (text: string) =>
    [...text.matchAll(/action="(\/projects\/shop\/keys\/[^"]+)"/g)].map(([, path]) => path!);
  let first = "";

  await t.step("a key is shown once, works, and its use of today is seen", async () => {
    const form = await token("/projects/shop");
    const made = await ask("/projects/shop/keys", { token: form, kind: "pk", environment: "test" });
    first = madeIn(made.text);
    assertMatch(first, /^pk_test_/);
    assertEquals((await ask("/projects/shop")).text.includes(first), false);
    const ping = { to: `0x${"aa".repeat(20)}`, value: "0x0", data: "0x" } as const;
    const prepared = await prepare(reachOf(first), user(1800), [ping]);
    assertEquals(prepared.sponsor !== null, true);
    const page = (await ask("/projects/shop")).text;
    assertStringIncludes(page, "Today: 1 of 100000");
    assertStringIncludes((await ask("/")).text, "1000 ETH");
  });

  await t.step("limits and domains are changed, the key rotated and revoked, at once", async () => {
    const form = await token("/projects/shop");
    const [target] = targets((await ask("/projects/shop")).text);
    const one = { ...limits, operationsPerDay: "1" };
    const saved = { token: form, do: "save", domains: "https://other.example", sponsors: "on" };
    assertEquals((await ask(target!, { ...saved, ...one })).status, 200);
    const ping = { to: `0x${"aa".repeat(20)}`, value: "0x0", data: "0x" } as const;
    assertEquals((await prepare(reachOf(first), user(1801), [ping])).sponsor, null);
    const refused = await rpc(reachOf(first), "wallet_getCapabilities", [], {
      headers: { origin: "https://shop.example" },
    });
    assertEquals(refused.error?.data?.cause, "origin_not_allowed");
    const second = madeIn((await ask(target!, { token: form, do: "rotate" })).text);
    assertMatch(second, /^pk_test_/);
    assertEquals(second === first, false);
    assertEquals((await ask(target!, { token: form, do: "revoke" })).status, 200);
    const ended = await rpc(reachOf(first), "wallet_getCapabilities", []);
    assertEquals(ended.error?.data?.cause, "key_invalid");
    assertEquals((await rpc(reachOf(second), "wallet_getCapabilities", [])).error, undefined);
  });

  await t.step("nothing of it is on the public port, and a closed session is over", async () => {
    const reach = reachOf("");
    for (const path of ["/projects", "/projects/shop", "/login", "/metrics", "/style.css"]) {
      const response = await fetch(reach.serverUrl + path);
      await response.body?.cancel();
      assertEquals(response.status, 404, path);
    }
    assertEquals((await ask("/logout", { token: await token("/") })).status, 303);
    assertStringIncludes((await ask("/")).text, 'type="password"');
  });
});
