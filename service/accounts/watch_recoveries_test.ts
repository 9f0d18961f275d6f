import { assertEquals } from "@std/assert";
import { type Hex, numberToHex, toHex } from "viem";
import { ownerTopics } from "../../core/chain/owners_abi.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import type { Chain } from "../chain/chain.ts";
import type { Context } from "../main/context.ts";
import { openStore, type Store } from "../store/store.ts";
import { watchRecoveries } from "./watch_recoveries.ts";

/** A watch of one chain, whose node answers as it is told to. */
async function scene(
  answer: (method: string, params: readonly unknown[]) => unknown,
  permissionsFrom = 0,
) {
  const store = await openStore(":memory:");
  const node = {
    request: async (method: string, params: readonly unknown[] = []) =>
      await answer(method, params),
  };
  const chain = { id: 1, node, config: { name: "Test", permissionsFrom }, newest: () => null };
  const logged: unknown[] = [];
  const context = {
    store,
    chains: new Map([[1, chain as unknown as Chain]]),
    log: (...line: unknown[]) => logged.push(line),
  };
  const begin = () =>
    watchRecoveries(() => context as unknown as Context, {
      interval: 1,
      onStarted: () => Promise.resolve(),
    });
  return { store, begin, logged };
}

/** Makes accounts known; returns their addresses. */
async function accountsOf(store: Store, count: number): Promise<Hex[]> {
  const addresses = Array.from({ length: count }, (_, index) => toHex(index + 1, { size: 20 }));
  for (const account of addresses) {
    await store.insertInto("owner_changes").values({
      account,
      head: `0x${"01".repeat(32)}`,
      owners: "[]",
      nonce: "0x0",
      change: "{}",
      signer: "0x",
      place: 0,
      key_id: "",
      created_at: 0,
    }).execute();
  }
  return addresses;
}

const progressOf = async (store: Store) =>
  (await store.selectFrom("recovery_progress").select("block_number").executeTakeFirst())
    ?.block_number;

Deno.test("watch: a stop waits for one account that hangs, not for all, and forgets none", async () => {
  let accounts: Hex[] = [];
  const asked = Promise.withResolvers<void>();
  const hanging = Promise.withResolvers<never>();
  let reads = 0;
  const { store, begin, logged } = await scene((method) => {
    if (method === "eth_blockNumber") return "0x64";
    if (method === "eth_getLogs") {
      return accounts.map((address) => ({ address, topics: [ownerTopics.RecoveryStarted] }));
    }
    reads++;
    asked.resolve();
    return hanging.promise;
  });
  accounts = await accountsOf(store, 20);
  const watch = begin();
  await asked.promise;
  const stopped = watch.stop();
  hanging.reject(new AcctError("chain_down"));
  await stopped;
  assertEquals(reads, 1);
  assertEquals(await progressOf(store), undefined);
  assertEquals(logged, []);
  await store.destroy();
});

Deno.test("watch: a node that has not caught up has nothing read again", async () => {
  let head = 1_000;
  const ranges: string[] = [];
  const looked: (() => void)[] = [];
  const { store, begin } = await scene((method, [filter]) => {
    if (method === "eth_blockNumber") {
      looked.shift()?.();
      return numberToHex(head);
    }
    const { fromBlock, toBlock } = filter as { fromBlock: Hex; toBlock: Hex };
    ranges.push(`${Number(fromBlock)}-${Number(toBlock)}`);
    return [];
  }, 900);
  const look = () => new Promise<void>((resolve) => looked.push(resolve));
  const watch = begin();
  await look();
  await look();
  head = 3;
  await look();
  await look();
  assertEquals(await progressOf(store), 1_000);
  head = 1_001;
  await look();
  await look();
  await watch.stop();
  assertEquals(ranges[0], "900-1000");
  assertEquals(ranges.filter((range) => !/^9\d\d-100[01]$/.test(range)), []);
  await store.destroy();
});
