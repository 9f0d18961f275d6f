import { assertEquals, assertStringIncludes } from "@std/assert";
import type { ChainConfig } from "../chain/config.ts";
import { createService } from "./service.ts";
import type { Fields } from "../lib/log.ts";

const chain = (id: number, rpcUrl: string): ChainConfig => ({
  id,
  name: "Test",
  testnet: true,
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrl,
  bundler: rpcUrl,
  transfers: "off",
});

Deno.test("start: chains that cannot be served are logged, each with its reason", async () => {
  // A node of chain 5 without any deployed contract.
  await using node = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      const body: { id: number; method: string }[] = [await request.json()].flat();
      const answers: Readonly<Record<string, unknown>> = {
        eth_chainId: "0x5",
        eth_getCode: "0x",
        eth_simulateV1: [],
      };
      return Response.json(body.map(({ id, method }) => ({
        jsonrpc: "2.0",
        id,
        result: answers[method] ?? "0x01",
      })));
    },
  );
  const url = `http://127.0.0.1:${node.addr.port}`;
  const told = new Map<unknown, Fields>();
  const all = Promise.withResolvers<void>();
  const service = await createService({
    host: "localhost:1",
    database: ":memory:",
    chains: [chain(1, url), chain(5, url), chain(7, "http://127.0.0.1:1")],
    log: (level, event, fields = {}) => {
      if (level !== "warn" || event !== "chain_unusable") return;
      told.set(fields.chain, fields);
      if (told.size === 3) all.resolve();
    },
  });
  try {
    await all.promise;
    const says = (id: number) => String(told.get(id)?.message);
    assertStringIncludes(says(1), "serves chain 5");
    assertStringIncludes(says(5), "EntryPoint v0.8");
    assertEquals([told.get(7)?.cause, told.get(1)?.cause], ["chain_down", "chain_unsupported"]);
  } finally {
    await service.stop();
  }
});
