import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { startStack } from "../../../scripts/stack/mod.ts";
import { createService, developmentPolicy } from "../../../service/mod.ts";
import { createSessions } from "../../../service/admin/session.ts";
import { prepare, type Reach, rpc, user } from "../support/client.ts";
import { listen } from "../../../scripts/stack/listen.ts";

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

  await t.step("no access without the token, and only a few attempts", async () => {
    const page = await ask("/");
    assertStringIncludes(page.text, 'type="password"');
    assertEquals(page.text.includes("New key"), false);
    assertEquals((await ask("/keys", { project: "shop" })).status, 403);
    assertEquals((await ask("/projects/shop")).status, 303);
    assertEquals((await ask("/login", { secret: "wrong" })).status, 403);
    const sessions = createSessions(adminToken, () => 0);
    for (let n = 0; n < 5; n++) assertEquals(await sessions.open(`wrong ${n}`), null);
    // Then the right one is no longer distinguished from them.
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
    assertStringIncludes(page.text, "New key");
    const policy = page.headers.get("content-security-policy")!;
    assertStringIncludes(policy, "default-src 'none'");
    assertStringIncludes(policy, "frame-ancestors 'none'");
    assertEquals(page.text.includes("<script"), false);
  });

  await t.step("a form of another site has no effect", async () => {
    const good = await token("/");
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.org" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    for (const headers of foreign) {
      assertEquals((await ask("/keys", { project: "evil", token: good }, headers)).status, 403);
    }
    assertEquals((await ask("/keys", { project: "evil", token: "other" })).status, 403);
    assertEquals((await ask("/keys", { project: "evil" })).status, 403);
    // A name of another site that was made to lead here.
    const rebound = await service.admin(
      new Request("http://evil.org:9999/", { headers: { cookie } }),
    );
    assertEquals(rebound.status, 403);
    assertStringIncludes(
      rebound.headers.get("content-security-policy") ?? "",
      "default-src 'none'",
    );
    assertEquals((await ask("/")).text.includes("evil"), false);
  });

  const pageOf = async (project: string) => (await ask(`/projects/${project}`)).text;
  const policy = { ...developmentPolicy, operationsPerDay: 5 };
  const madeIn = (text: string) => /<code>(pk_test_[\w-]+)<\/code>/.exec(text)?.[1] ?? "";

  await t.step("a key with invalid domains, policy or project is not created", async () => {
    const form = { token: await token("/"), project: "shop" };
    const wrong: [change: Record<string, string>, text: string][] = [
      [{ domains: "<b>not an origin" }, "not an origin"],
      [{ policy: "{" }, "JSON"],
      [{ policy: JSON.stringify({ ...policy, operationsPerDay: 1e99 }) }, "operationsPerDay: "],
      [
        { policy: JSON.stringify({ ...policy, targets: [{ address: "0x12" }] }) },
        "targets.0.address: must be an address",
      ],
      [{ project: "Two words" }, ""],
    ];
    for (const [change, text] of wrong) {
      const refused = await ask("/keys", { ...form, ...change });
      assertEquals(refused.status, 400);
      assertStringIncludes(refused.text, text);
      assertEquals(refused.text.includes("<b>"), false);
    }
    assertEquals((await ask("/")).text.includes("/projects/"), false);
  });

  const listener = listen(0, service.fetch);
  cleanup.defer(() => listener.stop());
  const reachOf = (apiKey: string): Reach => ({
    serverUrl: `http://127.0.0.1:${listener.port}`,
    apiKey,
    chainId: stack.chainId,
  });
  const ping = { to: `0x${"aa".repeat(20)}`, value: "0x0", data: "0x" } as const;
  let key = "";

  await t.step("a key is shown once, works, and its use of today is seen", async () => {
    const made = await ask("/keys", {
      token: await token("/"),
      project: "shop",
      kind: "pk",
      environment: "test",
      domains: "https://shop.example\r\nlocalhost",
      policy: JSON.stringify(policy),
    });
    key = madeIn(made.text);
    assertMatch(key, /^pk_test_/);
    assertEquals((await pageOf("shop")).includes(key), false);
    assertStringIncludes((await ask("/")).text, 'href="/projects/shop"');
    const prepared = await prepare(reachOf(key), user(1800), [ping]);
    assertEquals(prepared.sponsor !== null, true);
    const page = await pageOf("shop");
    assertMatch(page, /Today: 1 of\s+5 sponsored/);
    assertStringIncludes(page, "https://shop.example\nlocalhost");
    assertStringIncludes(page, "&quot;operationsPerDay&quot;: 5,");
  });

  await t.step("limits and domains are changed, and the key revoked, immediately", async () => {
    const form = { token: await token("/projects/shop") };
    const [, target = ""] = /action="(\/projects\/shop\/keys\/[^"]+)"/.exec(await pageOf("shop")) ??
      [];
    const saved = { ...form, do: "save", domains: "https://other.example" };
    const limited = JSON.stringify({ ...policy, operationsPerDay: 1 });
    assertEquals((await ask(target, { ...saved, policy: limited })).status, 303);
    assertEquals((await prepare(reachOf(key), user(1801), [ping])).sponsor, null);
    const refused = await rpc(reachOf(key), "wallet_getCapabilities", [], {
      headers: { origin: "https://shop.example" },
    });
    assertEquals(refused.error?.data?.cause, "origin_not_allowed");
    // Without the form's own token no change is made.
    assertEquals((await ask(target, { do: "revoke" })).status, 403);
    assertEquals((await rpc(reachOf(key), "wallet_getCapabilities", [])).error, undefined);
    assertEquals((await ask(target, { ...form, do: "revoke" })).status, 303);
    const ended = await rpc(reachOf(key), "wallet_getCapabilities", []);
    assertEquals(ended.error?.data?.cause, "key_invalid");
    assertMatch(await pageOf("shop"), /, revoked 20\d\d-/);
    for (const form of [{ do: "revoke" }, saved]) {
      const again = await ask(target, { ...form, token: await token("/") });
      assertStringIncludes(again.text, "The key is revoked since");
    }
    const missing = await ask("/projects/shop/keys/0000", {
      do: "revoke",
      token: await token("/"),
    });
    assertEquals([missing.status, missing.text.includes("There is no such key.")], [400, true]);
  });

  await t.step("it is not served on the public port, and a closed session is over", async () => {
    const reach = reachOf("");
    for (const path of ["/keys", "/projects/shop", "/login", "/metrics", "/style.css"]) {
      const response = await fetch(reach.serverUrl + path);
      await response.body?.cancel();
      assertEquals(response.status, 404, path);
    }
    assertEquals((await ask("/logout", { token: await token("/") })).status, 303);
    assertStringIncludes((await ask("/")).text, 'type="password"');
  });
});
