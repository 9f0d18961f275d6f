import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { AcctError } from "../../core/ground/errors.ts";
import { PATIENCE_MS } from "../../scripts/stack/patience.ts";
import { type Outbound, post } from "./outbound.ts";

const loopback: Outbound = { ownHosts: [], loopback: true, timeout: PATIENCE_MS, maxSize: 1_000 };

async function withServer(
  answer: (request: Request) => Response | Promise<Response>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, answer);
  await work(`http://localhost:${server.addr.port}/pm`);
}

async function failure(url: string, rules: Outbound): Promise<string> {
  const error = await assertRejects(() => post(url, {}, rules), AcctError);
  assertEquals(error.data.cause, "sponsor_failed");
  return error.message;
}

Deno.test("outbound: posts JSON and reads JSON", () =>
  withServer(
    async (request) =>
      Response.json({ got: await request.json(), host: request.headers.get("host") }),
    async (url) => {
      const { host } = new URL(url);
      assertEquals(await post(url, { a: 1 }, loopback), { got: { a: 1 }, host });
    },
  ));

Deno.test("outbound: a name is resolved once; any private address rejects it completely", async () => {
  let asked = 0;
  const resolve = () => {
    asked++;
    return Promise.resolve(["93.184.216.34", "127.0.0.1"]);
  };
  const rules = { ...loopback, loopback: false, resolve };
  assertStringIncludes(await failure("https://rebind.example.org/", rules), "private address");
  assertEquals(asked, 1);
});

Deno.test("outbound: the connection uses the checked address, with the original name", () =>
  withServer((request) => Response.json(request.headers.get("host")), async (url) => {
    // No resolver can resolve this name: only the address chosen before can be used.
    const named = url.replace("localhost", "known-to-nobody.localhost");
    assertEquals(await post(named, {}, loopback), new URL(named).host);
  }));

Deno.test("outbound: redirects are not followed", () =>
  withServer(
    (request) =>
      new URL(request.url).pathname === "/pm"
        ? new Response(null, { status: 302, headers: { location: "/secret" } })
        : Response.json({ secret: true }),
    async (url) => {
      assertStringIncludes(await failure(url, loopback), "HTTP 302");
    },
  ));

Deno.test("outbound: an answer that never ends is cut, in size and in time", async () => {
  await withServer(() => new Response("x".repeat(5_000)), async (url) => {
    assertStringIncludes(await failure(url, loopback), "too large");
  });
  let timer: ReturnType<typeof setInterval> | undefined;
  await withServer(() =>
    new Response(
      new ReadableStream({
        start(controller) {
          timer = setInterval(() => controller.enqueue(new TextEncoder().encode(" ")), 20);
        },
        cancel: () => clearInterval(timer),
      }),
    ), async (url) => {
    assertStringIncludes(await failure(url, { ...loopback, timeout: 300 }), "in time");
  });
});

Deno.test("outbound: the other side's answer is not repeated", () =>
  withServer(() => new Response("root:x:0:0:secret"), async (url) => {
    assertEquals((await failure(url, loopback)).includes("secret"), false);
  }));
