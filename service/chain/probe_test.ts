import { assertEquals, assertRejects } from "@std/assert";
import { AcctError } from "../../core/ground/errors.ts";
import { chainAt } from "../testing/small_service.ts";
import { createChain } from "./create_chain.ts";

Deno.test("probe: only the error of an unknown method is cached for long", async () => {
  let answer: object = { error: { code: -32000, message: "header not found" } };
  let probes = 0;
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      const body: { id: number; method: string }[] = await request.json();
      return Response.json(body.map(({ id, method }) => {
        if (method === "eth_chainId") return { id, result: "0x1" };
        if (method !== "eth_simulateV1") return { id, result: "0x01" };
        probes++;
        return { id, ...answer };
      }));
    },
  );
  const chain = createChain({
    id: 1,
    name: "Test",
    testnet: true,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrl: `http://127.0.0.1:${server.addr.port}`,
    bundler: "http://127.0.0.1:1",
  });
  let time = performance.now();
  const { now } = performance;
  using _clock = { [Symbol.dispose]: () => void (performance.now = now) };
  performance.now = () => time;
  /** An older result is returned immediately and renewed in the background. */
  const renewed = async () => {
    const before = probes;
    await chain.probe();
    while (probes === before) await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    return (await chain.probe()).simulates;
  };
  answer = { error: { code: -32005, message: "rate limit exceeded" } };
  assertEquals((await assertRejects(() => chain.probe(), AcctError)).data.cause, "chain_down");
  time += 20_000;
  answer = { error: { code: -32000, message: "header not found" } };
  assertEquals([(await chain.probe()).simulates, probes], [false, 2]);
  await chain.probe();
  assertEquals(probes, 2);
  time += 5_000;
  answer = { result: [] };
  assertEquals(await renewed(), true);
  // A removed method, or one that an upgrade added, is detected within some minutes.
  time += 10 * 60_000;
  answer = { error: { code: -32601, message: "the method does not exist" } };
  assertEquals(await renewed(), false);
  time += 60_000;
  const before = probes;
  assertEquals([(await chain.probe()).simulates, probes], [false, before]);
});

for (const result of [null, {}, [null], [{ calls: [{}] }]]) {
  Deno.test(`probe: a chain is used whose simulation is ${JSON.stringify(result)}`, async () => {
    await using server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      async (request) => {
        const body: { id: number; method: string }[] = await request.json();
        return Response.json(body.map(({ id, method }) => {
          if (method === "eth_chainId") return { id, result: "0x1" };
          return { id, result: method === "eth_simulateV1" ? result : "0x01" };
        }));
      },
    );
    const chain = createChain(chainAt(`http://127.0.0.1:${server.addr.port}`));
    assertEquals((await chain.probe()).simulates, false);
  });
}
