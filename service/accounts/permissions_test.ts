/** The index of permissions: read once, kept by the follower, and queried without a node. */
import { assertEquals, assertRejects } from "@std/assert";
import { type Address, type Hex, numberToHex, pad } from "viem";
import { openTestStore, ownDatabase } from "../../scripts/stack/database.ts";
import type { Chain } from "../chain/chain.ts";
import { createHeads } from "../chain/node/heads.ts";
import type { AccountsContext } from "./context.ts";
import type { Store } from "../store/store.ts";
import { addPermissions } from "../store/rows/permissions.ts";
import { serially, subjects } from "../store/serially.ts";
import { openStore } from "../store/store.ts";
import { addBlock, takeBack } from "../store/rows/transfers.ts";
import { MAX_BLOCKS } from "../indexer/reading/backfill.ts";
import { readAll, readRange } from "../indexer/permissions/permission_index.ts";
import { permissionRows, topics } from "../indexer/permissions/permission_logs.ts";
import { listPermissions } from "./permissions.ts";
import { contracts } from "../../core/chain/contracts.ts";

const account: Address = `0x${"11".repeat(20)}`;
const at = (number: number, fork = 0) => ({
  number,
  hash: numberToHex(1_000 * fork + number, { size: 32 }),
});

/** The end of a permission. */
const ended = (id: number, block: number) => ({
  address: contracts.permissions,
  topics: [topics[1]!, pad(numberToHex(id), { size: 32 }), pad(account, { size: 32 })] as const,
  data: "0x" as const,
  blockNumber: numberToHex(block),
  logIndex: "0x0" as const,
});
const endsOf = async (store: Store) => {
  const rows = await store.selectFrom("permission_ends").selectAll().orderBy("block_number")
    .execute();
  return rows.map(({ permission_id, block_number }) => [Number(permission_id), block_number]);
};
const readTo = async (store: Store) =>
  (await store.selectFrom("permission_progress").select("block_number").executeTakeFirst())
    ?.block_number;

/** A chain with a node that reports ended permissions and records its requests. */
function chainOf(
  logs: readonly ReturnType<typeof ended>[] = [],
  { from, answer = () => Promise.resolve() }: {
    readonly from?: number;
    readonly answer?: () => Promise<void>;
  } = {},
) {
  const asked: [number, number][] = [];
  const chain = {
    id: 1,
    config: { permissionsFrom: from },
    heads: createHeads(),
    node: {
      health: () => [true],
      async request(method: string, params: unknown[] = []) {
        if (method === "eth_blockNumber") return 20_005_000;
        if (method === "eth_chainId") return "0x1";
        if (method === "eth_getBlockByNumber") return at(Number(params[0]));
        const [filter] = params as { fromBlock: Hex; toBlock: Hex }[];
        const [first, last] = [Number(filter!.fromBlock), Number(filter!.toBlock)];
        asked.push([first, last]);
        await answer();
        return logs.filter(({ blockNumber }) =>
          Number(blockNumber) >= first && Number(blockNumber) <= last
        );
      },
    },
  } as unknown as Chain;
  return { chain, asked };
}

const contextOf = (store: Store, chain: Chain, woken: number[] = []) =>
  ({
    store,
    chains: new Map([[1, chain]]),
    follower: { wake: (id: number) => woken.push(id) },
  }) as unknown as AccountsContext;

Deno.test("permissions: the index starts at the contract's first block and resumes at its last one", async () => {
  await using store = await openTestStore();
  const { chain, asked } = chainOf([], { from: 20_000_000 });
  await readAll(store, chain);
  assertEquals(asked.splice(0), [
    [20_000_000, 20_001_999],
    [20_002_000, 20_003_999],
    [20_004_000, 20_005_000],
  ]);
  assertEquals(await readRange(store, chain, 20_005_010), false);
  assertEquals(asked.splice(0), [[20_005_001, 20_005_010]]);
  assertEquals(await readRange(store, chain, 20_005_010), false);
  assertEquals([asked, await readTo(store)], [[], 20_005_010]);
});

Deno.test("permissions: a list sends no node request and writes no rows", async () => {
  await using store = await openTestStore();
  const { chain, asked } = chainOf();
  await readRange(store, chain, 50);
  asked.length = 0;
  chain.heads.see(at(50));
  const untouched = new Proxy(store, {
    get: (target, name) => {
      if (/insert|update|delete|transaction/.test(String(name))) throw new Error(String(name));
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const woken: number[] = [];
  assertEquals(await listPermissions(contextOf(untouched, chain, woken), { account }), []);
  assertEquals([asked, woken], [[], []]);
});

Deno.test("permissions: a list waits for the newest block that is known", async () => {
  await using store = await openTestStore();
  const { chain } = chainOf();
  await readRange(store, chain, 50);
  chain.heads.see(at(51));
  const woken: number[] = [];
  const listed = listPermissions(contextOf(store, chain, woken), { account });
  while (woken.length < 1) await new Promise((resolve) => setTimeout(resolve, 1));
  await readRange(store, chain, 51);
  assertEquals(await listed, []);
});

Deno.test("permissions: an incomplete list is rejected with its progress", async () => {
  await using store = await openTestStore();
  const { chain } = chainOf();
  chain.heads.see(at(9_000));
  const list = () => listPermissions(contextOf(store, chain), { account });
  const never = await assertRejects(list, Error);
  assertEquals((never as { data?: { cause?: string } }).data?.cause, "chain_down");
  assertEquals(await readRange(store, chain, 9_000), true);
  await assertRejects(list, Error, `up to block ${MAX_BLOCKS - 1} of 9000`);
  // A follower that is a few blocks behind is no reason.
  await readAll(store, chain);
  chain.heads.see(at(9_001));
  await store.updateTable("permission_progress").set({ block_number: 8_900 }).execute();
  assertEquals(await list(), []);
});

Deno.test("permissions: a slow process does not roll back rows of another process", async () => {
  await using store = await openTestStore();
  await addBlock(store, 1, null, { block: at(100) });
  await readRange(store, chainOf().chain, 100);
  const asked = Promise.withResolvers<void>();
  const waits = Promise.withResolvers<void>();
  const answer = () => {
    asked.resolve();
    return waits.promise;
  };
  // The request was sent when the chain ended at 101, and its node did not list the end yet.
  const slow = readRange(store, chainOf([], { answer }).chain, 101);
  await asked.promise;
  const permissions = permissionRows(1, [ended(5, 101)]);
  await addBlock(store, 1, at(100), { block: at(101), permissions });
  waits.resolve();
  assertEquals(await slow, true);
  assertEquals([await endsOf(store), await readTo(store)], [[[5, 101]], 101]);
});

Deno.test("permissions: a block included while a range is read is requested again, since it may be of a fork", async () => {
  await using own = await ownDatabase({ file: true });
  const store = await openStore(own.database);
  const landed = (id: number, number: number) => permissionRows(1, [ended(id, number)]);
  await addBlock(store, 1, null, { block: at(100) });
  const begun = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  // The read of stored rows started before the operation's rows became visible.
  const landing = serially(store, [subjects.transfers(1)], async (tx) => {
    await addPermissions(tx, landed(7, 50));
    begun.resolve();
    await asked.promise;
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  await begun.promise;
  const { chain } = chainOf([ended(5, 20)], {
    answer: () => Promise.resolve(asked.resolve()),
  });
  const reading = readRange(store, chain, 100);
  await Promise.all([landing, reading]);
  while (await readRange(store, chain, 100));
  assertEquals([await endsOf(store), await readTo(store)], [[[5, 20]], 100]);
  await store.destroy();
});

Deno.test("permissions: earlier blocks are read concurrently with followed ones, without a gap", async () => {
  await using store = await openTestStore();
  const early = [ended(1, 10), ended(2, 5_000), ended(3, 5_001)];
  const { chain } = chainOf(early);
  const permissions = (...logs: ReturnType<typeof ended>[]) => permissionRows(1, logs);
  await addBlock(store, 1, null, { block: at(5_000) });
  assertEquals(await readRange(store, chain, 5_000), true);
  await addBlock(store, 1, at(5_000), {
    block: at(5_001),
    permissions: permissions(ended(3, 5_001)),
  });
  // How far the index is depends on the older blocks alone.
  assertEquals(await readTo(store), MAX_BLOCKS - 1);
  while (await readRange(store, chain, 5_001));
  await addBlock(store, 1, at(5_001), {
    block: at(5_002),
    permissions: permissions(ended(4, 5_002)),
  });
  assertEquals(await endsOf(store), [[1, 10], [2, 5_000], [3, 5_001], [4, 5_002]]);
  assertEquals(await readTo(store), 5_002);
  // A pause that is too long for the follower: the blocks are read here.
  await addBlock(store, 1, at(5_002), { block: at(70_000) });
  assertEquals(await readTo(store), 5_002);
});

Deno.test("permissions: a reorganisation rolls back the changes of its blocks only", async () => {
  await using store = await openTestStore();
  const add = (last: number, id: number, fork = 0) =>
    addBlock(store, 1, at(last, last > 102 ? fork : 0), {
      block: at(last + 1, fork),
      permissions: permissionRows(1, [ended(id, last + 1)]),
    });
  await addBlock(store, 1, null, { block: at(100) });
  await readRange(store, chainOf().chain, 100);
  for (const block of [100, 101, 102, 103]) assertEquals(await add(block, block), true);
  const taken = await takeBack(store, 1, { newest: at(104), kept: at(102) });
  assertEquals(taken?.permissions.map(({ id }) => Number(id)), [102, 103]);
  assertEquals([await endsOf(store), await readTo(store)], [[[100, 101], [101, 102]], 102]);
  assertEquals(await add(102, 9, 1), true);
  assertEquals([await endsOf(store), await readTo(store)], [
    [[100, 101], [101, 102], [9, 103]],
    103,
  ]);
});
