import { assertEquals, assertStringIncludes } from "@std/assert";
import { API_KEY_HEADER, ORIGIN_HEADER } from "../../../core/protocol/service/mod.ts";
import { startStack } from "../../../scripts/stack/mod.ts";
import { createKey, findKey, revokeKey } from "../../../service/keys/keys.ts";
import { rpc } from "../support/client.ts";

Deno.test("access", async (t) => {
  await using stack = await startStack({
    origins: ["https://app.org", "https://*.team.org"],
    keysHost: (request) => new Response(`host page ${new URL(request.url).pathname}`),
    demo: () => new Response("demo page"),
  });
  const ask = (headers: Record<string, string>, apiKey = stack.apiKey) =>
    rpc({ ...stack, apiKey }, "wallet_getCapabilities", [], { headers });
  const cause = async (headers: Record<string, string>, apiKey?: string) => {
    const { status, error } = await ask(headers, apiKey);
    return [status, error?.data?.cause];
  };

  await t.step("allowed origins, and programs without one", async () => {
    for (const origin of ["https://app.org", "https://a.team.org", stack.keysUrl]) {
      assertEquals((await ask({ origin })).error, undefined, origin);
    }
    assertEquals((await ask({})).error, undefined);
    const acting = { origin: stack.keysUrl, [ORIGIN_HEADER]: "https://app.org" };
    assertEquals((await ask(acting)).error, undefined);
  });

  await t.step("foreign origins get a typed error that names them", async () => {
    for (const origin of ["https://evil.org", "https://app.org.evil.org", "null"]) {
      assertEquals(await cause({ origin }), [403, "origin_not_allowed"], origin);
    }
    const acting = { origin: stack.keysUrl, [ORIGIN_HEADER]: "https://evil.org" };
    assertEquals(await cause(acting), [403, "origin_not_allowed"]);
    const pretending = { origin: "https://evil.org", [ORIGIN_HEADER]: "https://app.org" };
    assertEquals(await cause(pretending), [403, "origin_not_allowed"]);
    const { error } = await ask({ origin: "https://evil.org" });
    assertStringIncludes(error!.message, "https://evil.org");
  });

  await t.step("wrong keys, and a revoked one", async () => {
    for (const key of ["", "nonsense", stack.apiKey.slice(0, -1), stack.apiKey + "x"]) {
      const reply = await ask({}, key);
      assertEquals([reply.status, reply.error?.data?.cause], [401, "key_invalid"]);
      assertEquals(key !== "" && JSON.stringify(reply).includes(key), false);
    }
    const { store } = stack.service;
    const made = await createKey(store, {
      projectId: "development",
      kind: "pk",
      environment: "test",
      host: "localhost",
      domains: [],
      policy: null,
    });
    assertEquals((await ask({}, made)).error, undefined);
    const stream = await fetch(
      `${stack.serverUrl}/v1/events?address=0x${"11".repeat(20)}`,
      { headers: { [API_KEY_HEADER]: made } },
    );
    assertEquals(stream.status, 200);
    await revokeKey(store, (await findKey(store, made)).id);
    assertEquals(await cause({}, made), [401, "key_invalid"]);
    // It ends automatically; otherwise this waits until the end of the test.
    await stream.text();
  });

  await t.step("secret keys work on servers and are rejected in browsers", async () => {
    const secret = await createKey(stack.service.store, {
      projectId: "development",
      kind: "sk",
      environment: "test",
      host: "localhost",
      domains: [],
      policy: null,
    });
    assertEquals((await ask({}, secret)).error, undefined);
    assertEquals(await cause({ origin: "https://app.org" }, secret), [403, "key_secret"]);
    assertEquals(await cause({ "sec-fetch-site": "same-origin" }, secret), [403, "key_secret"]);
  });

  await t.step("a preflight is cached for long, and lists exactly the used headers", async () => {
    const response = await fetch(`${stack.serverUrl}/v1/rpc`, {
      method: "OPTIONS",
      headers: {
        origin: "https://app.org",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type,x-api-key",
      },
    });
    await response.body?.cancel();
    const header = (name: string) => response.headers.get(`access-control-${name}`);
    assertEquals(response.status, 204);
    assertEquals(header("allow-origin"), "*");
    assertEquals(header("allow-headers"), "content-type, x-api-key, x-acct-origin");
    assertEquals(header("allow-methods"), "GET, POST");
    assertEquals(Number(header("max-age")) >= 7200, true);
    assertEquals(header("allow-credentials"), null);
  });

  await t.step("a rejected page may read the reason", async () => {
    const response = await fetch(`${stack.serverUrl}/v1/rpc`, {
      method: "POST",
      headers: { origin: "https://evil.org", "x-api-key": stack.apiKey },
      body: "{}",
    });
    await response.body?.cancel();
    assertEquals(response.headers.get("access-control-allow-origin"), "*");
  });

  await t.step(
    "the wallet host only serves its page, and the service no page",
    async () => {
      const { port } = new URL(stack.serverUrl);
      const get = async (host: string, path: string) => {
        // `fetch` sets its own Host header, so the request is written manually.
        const conn = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
        const text = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
        await conn.write(new TextEncoder().encode(text));
        return await new Response(conn.readable).text();
      };
      assertStringIncludes(await get(`keys.localhost:${port}`, "/"), "host page /");
      assertStringIncludes(await get(`KEYS.localhost:${port}`, "/v1/rpc"), "host page /v1/rpc");
      assertStringIncludes(await get(`keys.localhost:${port}`, "/health"), "host page /health");
      for (const host of [`localhost:${port}`, `api.localhost:${port}`, "other.example"]) {
        assertEquals((await get(host, "/")).includes("host page"), false, host);
        assertStringIncludes(await get(host, "/health"), '{"ok":true}');
      }
      assertEquals(await (await fetch(`${stack.demoUrl}/`)).text(), "demo page");
    },
  );

  await t.step("data that clients need is public", async () => {
    const response = await fetch(`${stack.serverUrl}/.well-known/acct-configuration`);
    const { version, keysUrl, chains } = await response.json();
    assertEquals([version, keysUrl], [1, stack.keysUrl]);
    assertEquals(chains[0].p256, true);
  });

  await t.step("the chain's proxy passes reads only", async () => {
    const path = `/v1/rpc/${stack.chainId}`;
    const at = (method: string, params: unknown[] = []) => rpc(stack, method, params, { path });
    assertEquals((await at("eth_chainId")).result, "0x7a69");
    for (
      const method of [
        "eth_sendTransaction",
        "eth_sendRawTransaction",
        "eth_accounts",
        "eth_sign",
        "anvil_setBalance",
        "evm_mine",
        "debug_traceCall",
        "personal_sign",
        "eth_newFilter",
        "__proto__",
      ]
    ) assertEquals((await at(method)).error?.data?.cause, "method_not_found", method);
    const reverting = await at("eth_call", [{ to: stack.addresses.entryPoint, data: "0x1234" }]);
    assertEquals(reverting.error?.code, 3);
    const unknown = await rpc(stack, "eth_chainId", [], { path: "/v1/rpc/1" });
    assertEquals(unknown.error?.code, 4902);
  });
});
