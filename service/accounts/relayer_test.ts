import { assertEquals } from "@std/assert";
import { accountOf } from "../../core/account/address.ts";
import { openTestStore } from "../../scripts/stack/database.ts";
import type { Chain } from "../chain/chain.ts";
import { createRelayer } from "./relayer.ts";

const account = accountOf(`0x${"11".repeat(64)}`);

Deno.test("relayer: many requests for one account do not delay the others", async () => {
  await using store = await openTestStore();
  const gate = Promise.withResolvers<void>();
  let reads = 0;
  const node = {
    request: async (method: string) => {
      if (method === "eth_getStorageAt") reads++;
      await gate.promise;
      return method === "eth_getStorageAt" ? `0x${"00".repeat(32)}` : "0x";
    },
  };
  const config = { name: "Test", relayer: {} };
  const chain = { id: 1, node, config, newest: () => null } as unknown as Chain;
  const relayer = createRelayer({ store, chains: new Map([[1, chain]]), log: () => {} });
  const relayed = Array.from({ length: 50 }, () => relayer.relay(account));
  gate.resolve();
  await Promise.all(relayed);
  // A run in progress, and a queued run for all other requests.
  assertEquals([reads > 0, reads <= 2], [true, true], `${reads} reads`);
  await relayer.relay(account);
  assertEquals(reads <= 3, true, `${reads} reads`);
  await relayer.stop();
});
