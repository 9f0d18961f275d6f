/** The index of permissions with lagging, lying or refusing nodes, and waiting readers. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { type Hex, numberToHex } from "viem";
import { until } from "../../scripts/stack/patience.ts";
import { openTestStore } from "../../scripts/stack/database.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { NodeError } from "../chain/node/node.ts";
import { createHeads } from "../chain/node/heads.ts";
import { permissionsReadTo } from "../store/rows/permissions.ts";
import { addBlock } from "../store/rows/transfers.ts";
import { readBlock } from "./reading/read_block.ts";
import { readAll, readRange, rebuildIndex } from "./permissions/permission_index.ts";
import { permissionRows } from "./permissions/permission_logs.ts";
import { listPermissions } from "../accounts/permissions.ts";
import { account, contextOf, endsOf, fakeChain, hashOf } from "./testing/fake_chain.ts";

const place = (number: number, fork = 0) => ({ number, hash: hashOf(number, fork) });
const down = () => new AcctError("chain_down", { detail: "The node did not answer in time." });
const rangeOf = (params: readonly unknown[]) => {
  const { fromBlock, toBlock } = params[0] as { fromBlock?: Hex; toBlock?: Hex };
  return fromBlock === undefined ? null : [Number(fromBlock), Number(toBlock)] as const;
};

Deno.test("permissions: a lagging machine hides none in the last blocks of a range", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, [[1, 10], [2, 49]]);
  await addBlock(store, 1, null, { block: place(50) });
  // The node has no block after 40 and returns an empty list there instead of an error.
  state.ill = (method, [first]) =>
    method === "eth_getBlockByNumber"
      ? Number(first) > 40 ? null : undefined
      : method === "eth_getLogs" && rangeOf([first])?.[1] === 50
      ? []
      : undefined;
  await assertRejects(() => readRange(store, chain, 50), AcctError);
  assertEquals(await permissionsReadTo(store, 1), null);
  state.ill = () => undefined;
  await readRange(store, chain, 50);
  assertEquals(await endsOf(store), [[1, 10], [2, 49]]);
});

Deno.test("permissions: a machine on another fork gets no request for a range", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, []);
  await addBlock(store, 1, null, { block: place(50) });
  state.forked = 50;
  await assertRejects(() => readRange(store, chain, 50), AcctError);
  assertEquals(await permissionsReadTo(store, 1), null);
});

Deno.test("permissions: an incomplete range does not roll back rows proved by a block", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(2_600, [[1, 10], [2, 2_505]]);
  await addBlock(store, 1, null, { block: place(2_504) });
  await addBlock(store, 1, place(2_504), {
    block: place(2_505),
    permissions: permissionRows(1, (await readBlock(chain, 2_505)).logs),
  });
  // Believed of an operation, and not so.
  await store.insertInto("permission_ends").values({
    chain_id: 1,
    account,
    permission_id: numberToHex(9, { size: 32 }),
    block_number: 2_400,
    position: 0,
  }).execute();
  state.ill = (method, params) =>
    method === "eth_getLogs" && (rangeOf(params)?.[1] ?? 0) > 2_000 ? [] : undefined;
  while (await readRange(store, chain, 2_505));
  assertEquals(await endsOf(store), [[1, 10], [2, 2_505]]);
});

Deno.test("permissions: a block that is too full keeps the permissions of already known accounts", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(100, [[1, 20]]);
  state.grants.push([1, 10]);
  state.ends.push([3, 20, `0x${"22".repeat(20)}`]);
  state.ill = (method, params) => {
    if (method !== "eth_getLogs") return undefined;
    const [from, to] = rangeOf(params)!;
    const accounts = (params[0] as { topics: (readonly Hex[] | null)[] }).topics[2];
    if (from <= 20 && to >= 20 && accounts === undefined) {
      throw new NodeError(-32005, "more than 1 results", undefined);
    }
  };
  while (await readRange(store, chain, 100));
  const granted = await store.selectFrom("permissions").select("block_number").execute();
  assertEquals(granted.map(({ block_number }) => block_number), [10]);
  assertEquals(await endsOf(store), [[1, 20]]);
});

Deno.test("permissions: a process without a recent block requests the head before it lists", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, []);
  await readRange(store, chain, 50);
  // The node's indexer has been down since; this one was just started.
  state.head = 9_000;
  const { context } = contextOf(store, chain);
  await assertRejects(() => listPermissions(context, { account }), Error, "up to block 50 of 9000");
  // An unreachable node gets one request, and not one per reader.
  state.ill = () => {
    throw down();
  };
  (chain as { heads: unknown }).heads = createHeads();
  state.asked.length = 0;
  for (let n = 0; n < 20; n++) await listPermissions(context, { account });
  assert(state.asked.length <= 1, state.asked.join());
});

Deno.test("permissions: many waiting readers wake the follower as rarely as one", async () => {
  await using store = await openTestStore();
  const { chain } = fakeChain(50, []);
  await readRange(store, chain, 49);
  chain.heads.see(place(50));
  let woken = 0;
  const { context } = contextOf(store, chain, () => woken++);
  await Promise.all(Array.from({ length: 100 }, () => listPermissions(context, { account })));
  assert(woken <= 100, `${woken}`);
});

Deno.test("permissions: a chain shorter than the contract's first block has none", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, []);
  (chain.config as { permissionsFrom?: number }).permissionsFrom = 100;
  state.ill = (method, params) => {
    const range = method === "eth_getLogs" ? rangeOf(params) : null;
    if (range !== null && range[0] > range[1]) {
      throw new NodeError(-32000, "invalid range", undefined);
    }
  };
  assertEquals(await readRange(store, chain, 50), false);
  assertEquals(await permissionsReadTo(store, 1), 50);
  state.head = 120;
  state.ends.push([7, 110]);
  while (await readRange(store, chain, 120));
  assertEquals(await endsOf(store), [[7, 110]]);
});

Deno.test("permissions: a list reads a bounded number for an account with endless revocations", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, []);
  state.grants.push([1, 10], [2, 11]);
  state.ends.push(...Array.from({ length: 3_000 }, () => [2, 20] as const));
  await readRange(store, chain, 50);
  chain.heads.see(place(50));
  let read = 0;
  const counting = store.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      read += result.rows.length;
      return Promise.resolve(result);
    },
  });
  const { context } = contextOf(counting, chain);
  const listed = await listPermissions(context, { account }).catch((error) => error);
  assert(read < 20, `${read}`);
  assertEquals(
    (listed as { id: Hex; revoked: boolean }[]).map(({ id, revoked }) => [Number(id), revoked]),
    [[2, true], [1, false]],
  );
});

Deno.test("permissions: answers for another chain are ignored", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, [[1, 10]]);
  state.ill = (method) =>
    method === "eth_chainId" ? "0xa4b1" : method === "eth_getLogs" ? [] : undefined;
  await assertRejects(() => readRange(store, chain, 50), AcctError);
  assertEquals(await permissionsReadTo(store, 1), null);
});

Deno.test("permissions: a list has so much to read, however large others' are", async () => {
  await using store = await openTestStore();
  const { chain } = fakeChain(50, []);
  await readRange(store, chain, 50);
  chain.heads.see(place(50));
  const grant = async (id: number, length: number) => {
    const salt = numberToHex(0, { size: 32 });
    const permission = { id, account, salt, text: "x".repeat(length) };
    await store.insertInto("permissions").values({
      chain_id: 1,
      id: numberToHex(id, { size: 32 }),
      account,
      spender: account,
      permission: JSON.stringify(permission),
      block_number: id,
      position: 0,
    }).execute();
  };
  for (let id = 0; id < 40; id++) await grant(id, 250_000);
  for (let id = 40; id < 50; id++) await grant(id, 1_000_000);
  const { context } = contextOf(store, chain);
  const standing = `0x${"20".padStart(64, "0")}${"0".repeat(64)}` as const;
  (chain.node as { request: unknown }).request = () => Promise.resolve(standing);
  const listed = await listPermissions(context, { account });
  assert(JSON.stringify(listed).length < 8_100_000);
  // Permissions that no wallet created do not hide the others.
  assertEquals(listed.slice(0, 2).map(({ id }) => Number(id)), [39, 38]);
});

Deno.test("permissions: lists work while everything is read again", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(5_000, [[1, 10], [2, 4_000]]);
  chain.heads.see(place(5_000));
  await readAll(store, chain);
  await store.updateTable("permission_ends").set({ permission_id: numberToHex(9, { size: 32 }) })
    .where("block_number", "=", 10).execute();
  const { context } = contextOf(store, chain);
  const lists: unknown[] = [];
  state.ill = async (method, params) => {
    if (method !== "eth_getLogs") return undefined;
    lists.push(rangeOf(params), await listPermissions(context, { account }).catch(String));
  };
  await rebuildIndex(store, chain);
  assertEquals(lists.filter((each) => typeof each === "string"), []);
  assertEquals(await endsOf(store), [[1, 10], [2, 4_000]]);
});

Deno.test("permissions: a list waits for no node that was down already", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, []);
  await readRange(store, chain, 50);
  (chain.node as { health: unknown }).health = () => [false];
  const { promise, resolve } = Promise.withResolvers<undefined>();
  state.ill = () => promise;
  const { context } = contextOf(store, chain);
  try {
    assertEquals(await listPermissions(context, { account }), []);
  } finally {
    resolve(undefined);
  }
  // It is still queried, and its answer counts from then on.
  await until("its head is known", () => chain.heads.top() === 50);
});

Deno.test("permissions: a lagging machine hides none in a range that another one refused", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, [[1, 10], [2, 49]]);
  let isRefused = false;
  state.ill = (method, params) => {
    const range = method === "eth_getLogs" ? rangeOf(params) : null;
    if (range !== null && range[1] - range[0] > 30) {
      isRefused = true;
      throw new NodeError(-32005, "limit exceeded", undefined);
    }
    // The next requests reach a node that has no block after 40.
    if (!isRefused) return undefined;
    if (method === "eth_getBlockByNumber" && Number(params[0]) > 40) return null;
    if (range !== null && range[1] > 40) return [];
  };
  const readAllBlocks = async () => {
    while (await readRange(store, chain, 50));
  };
  await assertRejects(readAllBlocks, AcctError);
  state.ill = () => undefined;
  await readAllBlocks();
  assertEquals(await endsOf(store), [[1, 10], [2, 49]]);
});

Deno.test("permissions: an unreachable node hides none in a list of all chains", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, []);
  state.grants.push([1, 10]);
  await addBlock(store, 1, null, { block: place(50) });
  while (await readRange(store, chain, 50));
  const { context } = contextOf(store, chain);
  state.ill = (method) => {
    if (method === "eth_call") throw down();
  };
  const listed = await listPermissions(context, { account });
  assertEquals(listed.map(({ id, revoked }) => [Number(id), revoked]), [[1, false]]);
  // A request for this chain alone fails with an error.
  await assertRejects(() => listPermissions(context, { account, chainId: "0x1" }), AcctError);
});
