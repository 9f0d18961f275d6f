import { assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { type Hex, toHex } from "viem";
import { ownerTopics } from "../../core/chain/owners_abi.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { openTestStore } from "../../scripts/stack/database.ts";
import type { Chain } from "../chain/chain.ts";
import type { LogJson } from "../chain/node/events.ts";
import { NodeError } from "../chain/node/node.ts";
import type { ReadBlock } from "../indexer/reading/read_block.ts";
import type { AccountsContext } from "./context.ts";
import { addOwnerChecks } from "../store/rows/owner_checks.ts";
import type { Store } from "../store/store.ts";
import { recoveryHandler } from "./recovery_handler.ts";

/** A handler of one chain with a node that returns these answers. */
function sceneOf(
  store: Store,
  answer: (method: string, params: readonly unknown[]) => unknown,
) {
  const node = {
    request: async (method: string, params: readonly unknown[] = []) =>
      await answer(method, params),
  };
  const chain = { id: 1, node, config: { name: "Test" }, newest: () => null } as unknown as Chain;
  const context = { store, chains: new Map([[1, chain]]), log() {} } as unknown as AccountsContext;
  const handler = recoveryHandler(context, () => Promise.resolve());
  const waiting = async () =>
    (await store.selectFrom("owner_checks").select("account").orderBy("account").execute())
      .map(({ account }) => account);
  return { chain, handler, waiting };
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

const started = (address: Hex): LogJson => ({
  address,
  data: "0x",
  topics: [ownerTopics.RecoveryStarted],
  transactionHash: "0x",
  blockHash: "0x",
  blockNumber: "0x1",
  logIndex: "0x0",
});

Deno.test("recoveries: a stop waits for a single hanging account, and all accounts stay due", async () => {
  await using store = await openTestStore();
  const asked = Promise.withResolvers<void>();
  const hanging = Promise.withResolvers<never>();
  let reads = 0;
  const { chain, handler, waiting } = sceneOf(store, () => {
    reads++;
    asked.resolve();
    return hanging.promise;
  });
  const accounts = await accountsOf(store, 20);
  await addOwnerChecks(store, 1, accounts);
  const stopped = new AbortController();
  const ticking = handler.tick!(chain, stopped.signal);
  await asked.promise;
  stopped.abort();
  hanging.reject(new AcctError("chain_down"));
  await ticking;
  assertEquals(reads, 1);
  assertEquals(await waiting(), accounts);
});

Deno.test("recoveries: a block adds the known accounts that started one, in its transaction", async () => {
  await using store = await openTestStore();
  const { chain, handler, waiting } = sceneOf(store, () => "0x");
  const [known] = await accountsOf(store, 1);
  const logs = [started(known!), started(toHex(99, { size: 20 }))];
  const change = await handler.read(chain, { logs } as unknown as ReadBlock);
  assertEquals(await waiting(), []);
  await change!.write(store);
  assertEquals(await waiting(), [known!]);
  assertEquals(await handler.read(chain, { logs: [] } as unknown as ReadBlock), null);
});

Deno.test("recoveries: an account is read again for a minute, because its node may lag", async () => {
  await using store = await openTestStore();
  const [known] = await accountsOf(store, 1);
  using time = new FakeTime();
  let reads = 0;
  const { chain, handler, waiting } = sceneOf(store, (method) => {
    if (method === "eth_getStorageAt") reads++;
    return "0x";
  });
  const { signal } = new AbortController();
  await addOwnerChecks(store, 1, [known!]);
  for (let second = 0; second < 200; second++) {
    await handler.tick!(chain, signal);
    await time.tickAsync(1_000);
  }
  assertEquals([reads >= 5 && reads <= 10, await waiting()], [true, []]);
});

Deno.test("recoveries: an account that fills a block on its own is read without its events", async () => {
  await using store = await openTestStore();
  const [full, other] = await accountsOf(store, 2);
  const { chain, handler, waiting } = sceneOf(store, (_method, [filter]) => {
    const { address } = filter as { address?: Hex[] };
    if (address === undefined || address.includes(full!)) {
      throw new NodeError(-32005, "query returned more than 10000 results", undefined);
    }
    return address.includes(other!) ? [started(other!)] : [];
  });
  const earlier = (to: number) =>
    handler.readEarlier!(chain, { from: 7, to }, () => Promise.resolve());
  await assertRejects(() => earlier(8), NodeError);
  await (await earlier(7)).write(store);
  assertEquals(await waiting(), [full!, other!]);
  const logs = await handler.fetchLogs(chain, "0x07");
  assertEquals(logs.map(({ address }) => address).sort(), [full!, other!]);
});

Deno.test("recoveries: a reorganisation has pending and recently pending ones read again", async () => {
  await using store = await openTestStore();
  const { chain, handler, waiting } = sceneOf(store, () => "0x");
  const ends = [null, Date.now(), 1];
  for (const [index, ended_at] of ends.entries()) {
    await store.insertInto("recoveries").values({
      chain_id: 1,
      account: toHex(index, { size: 20 }),
      recovery: toHex(index, { size: 32 }),
      owner: "0x",
      ready_at: 1,
      seen_at: 0,
      checked_at: 0,
      ended_at,
    }).execute();
  }
  await handler.takeBack!(store, chain, { after: 1, hashes: [] });
  assertEquals(await waiting(), [toHex(0, { size: 20 }), toHex(1, { size: 20 })]);
});
