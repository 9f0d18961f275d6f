import { assertEquals } from "@std/assert";
import { Hono } from "hono";
import { cors, security } from "./headers.ts";

const app = new Hono();
app.use(cors(), security());
app.onError((_error, c) => c.text("failed", 500));
app.get("/ok", (c) => c.text("ok"));
app.get(
  "/stream",
  () => new Response("data", { headers: { "content-type": "text/event-stream" } }),
);
app.get("/error", () => {
  throw new Error("failed");
});

Deno.test("headers: on answers, streams, errors and unknown paths alike", async () => {
  for (const path of ["/ok", "/stream", "/error", "/unknown"]) {
    const { headers } = await app.request(path, { headers: { origin: "https://a.example" } });
    const names = [
      "access-control-allow-origin",
      "access-control-expose-headers",
      "access-control-allow-credentials",
      "cross-origin-resource-policy",
      "x-content-type-options",
      "referrer-policy",
      "x-frame-options",
      "strict-transport-security",
    ];
    assertEquals(
      names.map((name) => headers.get(name)),
      [
        "*",
        "ratelimit, ratelimit-policy, retry-after",
        null,
        "cross-origin",
        "nosniff",
        "no-referrer",
        "SAMEORIGIN",
        null,
      ],
      path,
    );
  }
});

Deno.test("headers: a preflight is answered without the routes, and kept for two hours", async () => {
  const { status, headers } = await app.request("/error", {
    method: "OPTIONS",
    headers: { origin: "https://a.example", "access-control-request-method": "POST" },
  });
  assertEquals([status, headers.get("access-control-max-age")], [204, "7200"]);
  assertEquals(headers.get("access-control-allow-methods"), "GET, POST");
  assertEquals(
    headers.get("access-control-allow-headers"),
    "content-type, x-api-key, x-acct-origin",
  );
});
