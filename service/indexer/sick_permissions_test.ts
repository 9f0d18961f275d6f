/** The index of permissions with nodes that lag, lie or refuse, and readers that wait. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { type Hex, numberToHex } from "viem";
import { until } from "../../scripts/stack/patience.ts";
import { openTestStore } from "../../scripts/stack/database.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import { NodeError } from "../chain/node.ts";
import { createHeads } from "../chain/heads.ts";
import { permissionsReadTo } from "../store/permissions.ts";
import { addBlocks } from "../store/transfers.ts";
import { readBlock } from "./read_block.ts";
import { fetchEvents } from "./permission_events.ts";
import { readAll, readRange, rebuildIndex } from "./permission_index.ts";
import { permissionRows } from "./permission_logs.ts";
import { listPermissions } from "../accounts/permissions.ts";
import { account, contextOf, endsOf, fakeChain, hashOf } from "./testing/fake_chain.ts";

const place = (number: number, fork = 0) => ({ number, hash: hashOf(number, fork) });
const down = () => new AcctError("chain_down", { detail: "The node did not answer in time." });
const rangeOf = (params: readonly unknown[]) => {
  const { fromBlock, toBlock } = params[0] as { fromBlock?: Hex; toBlock?: Hex };
  return fromBlock === undefined ? null : [Number(fromBlock), Number(toBlock)] as const;
};

Deno.test("permissions: a machine that lags hides nothing of the last blocks of a range", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, [[1, 10], [2, 49]]);
  await addBlocks(store, 1, null, { blocks: [place(50)], rows: [] });
  // It has no block after 40, and lists nothing there instead of saying so.
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

Deno.test("permissions: a machine on another fork is not asked for a range", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, []);
  await addBlocks(store, 1, null, { blocks: [place(50)], rows: [] });
  state.forked = 50;
  await assertRejects(() => readRange(store, chain, 50), AcctError);
  assertEquals(await permissionsReadTo(store, 1), null);
});

Deno.test("permissions: a range that lists only some takes back nothing that a block proves", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(2_600, [[1, 10], [2, 2_505]]);
  await addBlocks(store, 1, null, { blocks: [place(2_504)], rows: [] });
  await addBlocks(store, 1, place(2_504), {
    blocks: [place(2_505)],
    rows: [],
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

Deno.test("permissions: of a block that is too full, those of accounts known since just before", async () => {
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
  const found = await fetchEvents(store, chain, 0, 100);
  assertEquals(found.map(({ block }) => block), [10, 20]);
});

Deno.test("permissions: a process that saw no block for long asks for the head before it lists", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, []);
  await readRange(store, chain, 50);
  // Its indexer has been down since; this one was just started.
  state.head = 9_000;
  const { context } = contextOf(store, chain);
  await assertRejects(() => listPermissions(context, { account }), Error, "up to block 50 of 9000");
  // A dead node is asked once, and not by each reader.
  state.ill = () => {
    throw down();
  };
  (chain as { heads: unknown }).heads = createHeads();
  state.asked.length = 0;
  for (let n = 0; n < 20; n++) await listPermissions(context, { account });
  assert(state.asked.length <= 1, state.asked.join());
});

Deno.test("permissions: many readers who wait wake the follower as seldom as one", async () => {
  await using store = await openTestStore();
  const { chain } = fakeChain(50, []);
  await readRange(store, chain, 49);
  chain.heads.see(place(50));
  let woken = 0;
  const { context } = contextOf(store, chain, () => woken++);
  await Promise.all(Array.from({ length: 100 }, () => listPermissions(context, { account })));
  assert(woken <= 100, `${woken}`);
});

Deno.test("permissions: a chain that is shorter than where the contract begins has none", async () => {
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

Deno.test("permissions: a list reads no more of an account that has revoked without end", async () => {
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

Deno.test("permissions: a node that answers for another chain tells nothing of this one", async () => {
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
  // Those of no wallet hide none of the others.
  assertEquals(listed.slice(0, 2).map(({ id }) => Number(id)), [39, 38]);
});

Deno.test("permissions: lists go on while all is read again", async () => {
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
  // It is asked all the same, and its answer counts from then on.
  await until("its head is known", () => chain.heads.top() === 50);
});

Deno.test("permissions: a machine that lags hides nothing of a range that another one refused", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, [[1, 10], [2, 49]]);
  let isRefused = false;
  state.ill = (method, params) => {
    const range = method === "eth_getLogs" ? rangeOf(params) : null;
    if (range !== null && range[1] - range[0] > 30) {
      isRefused = true;
      throw new NodeError(-32005, "limit exceeded", undefined);
    }
    // The next requests reach one that has no block after 40.
    if (!isRefused) return undefined;
    if (method === "eth_getBlockByNumber" && Number(params[0]) > 40) return null;
    if (range !== null && range[1] > 40) return [];
  };
  await assertRejects(() => readRange(store, chain, 50), AcctError);
  assertEquals(await permissionsReadTo(store, 1), null);
});

Deno.test("permissions: a dead node hides none in a list of all chains", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, []);
  state.grants.push([1, 10]);
  await addBlocks(store, 1, null, { blocks: [place(50)], rows: [] });
  while (await readRange(store, chain, 50));
  const { context } = contextOf(store, chain);
  state.ill = (method) => {
    if (method === "eth_call") throw down();
  };
  const listed = await listPermissions(context, { account });
  assertEquals(listed.map(({ id, revoked }) => [Number(id), revoked]), [[1, false]]);
  // Asked for this chain alone it says that it cannot tell.
  await assertRejects(() => listPermissions(context, { account, chainId: "0x1" }), AcctError);
});
