import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../core/ground/errors.ts";
import { createHeads } from "../chain/node/heads.ts";
import { createNodes } from "../chain/node/nodes.ts";
import { createRateLimiter } from "../http/limits.ts";

/** The machine's clock. The test sets it back by a day. */
function clock() {
  const { now } = Date;
  let offset = 0;
  Date.now = () => now() + offset;
  return {
    setBack: () => void (offset = -86_400_000),
    [Symbol.dispose]: () => void (Date.now = now),
  };
}

Deno.test("clock: set back by a day, it blocks no client", async () => {
  using time = clock();
  const limiter = createRateLimiter({ requests: 5, seconds: 1 });
  await limiter.take("client");
  time.setBack();
  await limiter.take("client", 4);
  const { code, data } = await assertRejects(() => limiter.take("client"), AcctError);
  assertEquals([code, Number(data.retryAfter) <= 2], [-32005, true]);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await limiter.take("client", 5);
});

Deno.test("clock: set back by a day, it blocks no node", async () => {
  using time = clock();
  let limits = true;
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () =>
      limits
        ? new Response(null, { status: 429, headers: { "retry-after": "1" } })
        : Response.json({ jsonrpc: "2.0", id: 0, result: "0x1" }),
  );
  const node = createNodes([`http://127.0.0.1:${server.addr.port}`]);
  await assertRejects(() => node.request("eth_chainId"), AcctError);
  limits = false;
  time.setBack();
  const { data } = await assertRejects(() => node.request("eth_chainId"), AcctError);
  assertEquals(data.retryAfter, 1);
  // The requested pause.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  assertEquals(await node.request("eth_chainId"), "0x1");
});

Deno.test("clock: set back by a day, a block that was a lie is doubted all the same", () => {
  using time = clock();
  const heads = createHeads();
  const real = performance.now;
  assertEquals(heads.see({ number: 9_000, hash: "0x1" }), 0);
  assertEquals(heads.see({ number: 100, hash: "0x2" }), 8_900);
  time.setBack();
  performance.now = () => real.call(performance) + 61_000;
  try {
    assertEquals(heads.see({ number: 100, hash: "0x2" }), 0);
  } finally {
    performance.now = real;
  }
});
