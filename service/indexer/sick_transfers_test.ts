/** The follower of a chain with lagging, lying or refusing nodes: permissions and their ends. */
import { assert, assertEquals } from "@std/assert";
import type { Hex } from "viem";
import { openTestStore } from "../../scripts/stack/database.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { NodeError } from "../chain/node/node.ts";
import { createHeads } from "../chain/node/heads.ts";
import { permissionsReadTo } from "../store/rows/permissions.ts";
import { createBlockFollower } from "./follow.ts";
import { readBlock } from "./reading/read_block.ts";
import { readAll } from "./permissions/permission_index.ts";
import { until } from "../../scripts/stack/patience.ts";
import { contextOf, endsOf, fakeChain, hashOf } from "./testing/fake_chain.ts";

const down = () => new AcctError("chain_down", { detail: "The node did not answer in time." });
const rangeOf = (params: readonly unknown[]) => {
  const { fromBlock, toBlock } = params[0] as { fromBlock?: Hex; toBlock?: Hex };
  return fromBlock === undefined ? null : [Number(fromBlock), Number(toBlock)] as const;
};
const soon = (is: () => boolean | Promise<boolean>) => until("it is so", is);

Deno.test("permissions: a node too slow for a complete range gets smaller ones", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(5_000, [[1, 10], [2, 4_990]]);
  state.ill = (method, params) => {
    const range = method === "eth_getLogs" ? rangeOf(params) : null;
    if (range !== null && range[1] - range[0] >= 500) throw down();
  };
  const { context } = contextOf(store, chain);
  const follower = createBlockFollower(context, { interval: 1 });
  follower.start();
  try {
    await soon(async () => await permissionsReadTo(store, 1) === 5_000);
  } finally {
    await follower.stop();
  }
  assertEquals(await endsOf(store), [[1, 10], [2, 4_990]]);
});

Deno.test("permissions: readers do not increase the requests to a faulty node", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, []);
  const { context, events } = contextOf(store, chain);
  const follower = createBlockFollower(context, { interval: 60_000 });
  const follow = async (wakes: number) => {
    for (let n = 0; n < wakes; n++) {
      follower.wake(1);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  follower.start();
  try {
    await soon(async () => await permissionsReadTo(store, 1) === 50);
    // Block 51 of the node cannot be read.
    state.head = 51;
    state.ill = (method) => {
      if (method === "eth_getLogs") throw down();
    };
    state.asked.length = 0;
    const began = performance.now();
    await follow(400);
    const heads = state.asked.filter((method) => method === "eth_getBlockByNumber").length;
    const most = 10 + 2 * (performance.now() - began) / 1_000;
    assert(heads <= most, `${heads} of ${most}`);
    assertEquals(events, []);
  } finally {
    await follower.stop();
  }
});

Deno.test("permissions: a block without listed logs is requested by its hash", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, []);
  const { context, told } = contextOf(store, chain);
  const follower = createBlockFollower(context, { interval: 1 });
  follower.start();
  try {
    await soon(async () => await permissionsReadTo(store, 1) === 50);
    state.ill = (method, params) => {
      if (method !== "eth_getLogs") return undefined;
      const [filter] = params as { address?: Hex }[];
      if (filter!.address === undefined) throw new NodeError(-32005, "limit exceeded", undefined);
      // For a block number, a lagging machine returns an empty list.
      return rangeOf(params) === null ? undefined : [];
    };
    state.ends.push([7, 51]);
    state.head = 51;
    await soon(async () => await permissionsReadTo(store, 1) === 51);
  } finally {
    await follower.stop();
  }
  assertEquals(await endsOf(store), [[7, 51]]);
  assertEquals(told, [7]);
});

Deno.test("permissions: are read even if a chain's transfers are not", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, []);
  const { context } = contextOf(store, chain);
  const follower = createBlockFollower(context, { interval: 1 });
  follower.start();
  try {
    await soon(async () => await permissionsReadTo(store, 1) === 50);
    state.ill = (method, params) => {
      const [filter] = params as { address?: Hex }[];
      if (method === "eth_getLogs" && filter!.address === undefined) throw down();
    };
    state.ends.push([7, 800]);
    state.head = 1_000;
    await soon(async () => (await permissionsReadTo(store, 1) ?? 0) >= 900);
  } finally {
    await follower.stop();
  }
  assertEquals(await endsOf(store), [[7, 800]]);
});

Deno.test("permissions: older blocks that a node refuses do not slow the newer ones", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(0, []);
  const { context } = contextOf(store, chain);
  state.ill = (method, params) => {
    if (method === "eth_getLogs" && rangeOf(params) !== null) {
      throw new NodeError(-32000, "pruned", undefined);
    }
  };
  // One poll, and no second one.
  const follower = createBlockFollower(context, { interval: 1 });
  const slow = createBlockFollower(context, { interval: 3_600_000 });
  follower.start();
  await soon(async () =>
    (await store.selectFrom("transfer_blocks").selectAll().execute()).length > 0
  );
  await follower.stop();
  state.head = 100;
  slow.start();
  try {
    await soon(async () =>
      (await store.selectFrom("transfer_blocks").selectAll().where("block_number", "=", 100)
        .execute()).length > 0
    );
  } finally {
    await slow.stop();
  }
});

Deno.test("permissions: after a long pause, blocks that were replaced in the meantime are read again", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(100, [[1, 100]]);
  const { context } = contextOf(store, chain);
  const follow = async (to: number) => {
    const follower = createBlockFollower(context, { interval: 1 });
    follower.start();
    await soon(async () => (await permissionsReadTo(store, 1) ?? -1) >= to);
    await follower.stop();
  };
  await follow(100);
  state.head = 104;
  await follow(104);
  state.forked = 102;
  state.ends = [[1, 100], [2, 103]];
  state.head = 60_000;
  (chain as { heads: unknown }).heads = createHeads();
  await follow(59_900);
  assertEquals(await endsOf(store), [[1, 100], [2, 103]]);
});

Deno.test("permissions: a node that lists one of two events is asked for all events of the contract", async () => {
  const { chain, state } = fakeChain(50, [[1, 50], [2, 50]]);
  const bloom = `0x${"ff".repeat(256)}`;
  state.ill = (method, params) => {
    const [first] = params as { address?: Hex; blockHash?: Hex }[];
    if (method === "eth_getBlockByNumber") {
      return {
        number: "0x32",
        hash: hashOf(50),
        parentHash: hashOf(49),
        timestamp: "0x1",
        transactions: [],
        logsBloom: bloom,
      };
    }
    if (method === "eth_getLogs" && first!.address === undefined) {
      const { ill } = state;
      state.ill = () => undefined;
      return chain.reads.request<unknown[]>(method, params).then((logs) => {
        state.ill = ill;
        return logs.slice(0, 1);
      });
    }
  };
  const { logs } = await readBlock(chain, 50);
  assertEquals(logs.map(({ logIndex }) => Number(logIndex)), [0, 1]);
});

Deno.test("permissions: a reorganisation deeper than the remembered blocks leaves no old rows", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(0, [[1, 80], [2, 100]]);
  const { context } = contextOf(store, chain);
  const follower = createBlockFollower(context, { interval: 1 });
  follower.start();
  try {
    await soon(async () => await permissionsReadTo(store, 1) === 0);
    state.head = 400;
    await soon(async () => await permissionsReadTo(store, 1) === 400);
    state.forked = 90;
    state.ends = [[1, 80], [3, 120]];
    state.head = 401;
    await soon(async () => await permissionsReadTo(store, 1) === 401);
  } finally {
    await follower.stop();
  }
  assertEquals(await endsOf(store), [[1, 80], [3, 120]]);
});

Deno.test("permissions: an account that changes thousands in a block causes one notification", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, []);
  const { context, told } = contextOf(store, chain);
  const follower = createBlockFollower(context, { interval: 1 });
  follower.start();
  try {
    await soon(async () => await permissionsReadTo(store, 1) === 50);
    const stranger = `0x${"22".repeat(20)}` as const;
    for (let id = 100; id < 3_100; id++) state.ends.push([id, 51, stranger]);
    state.ends.push([7, 51]);
    state.head = 51;
    await soon(() => told.includes(7));
  } finally {
    await follower.stop();
  }
  assert(told.length < 20, `${told.length}`);
});

Deno.test("permissions: blocks read before the follower existed are read again", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, [[1, 10], [2, 45]]);
  await readAll(store, chain);
  state.forked = 40;
  state.ends = [[1, 10], [3, 44]];
  state.head = 60;
  const { context } = contextOf(store, chain);
  const follower = createBlockFollower(context, { interval: 1 });
  follower.start();
  try {
    await soon(async () => await permissionsReadTo(store, 1) === 60);
  } finally {
    await follower.stop();
  }
  assertEquals(await endsOf(store), [[1, 10], [3, 44]]);
});

Deno.test("transfers: a transaction that cannot be read is skipped, and hides no other", async () => {
  const { chain, state } = fakeChain(50, []);
  const good = {
    hash: hashOf(9),
    transactionIndex: "0x1",
    from: `0x${"AA".repeat(20)}`,
    to: `0x${"BB".repeat(20)}`,
    value: "0x05",
  };
  const odd = [
    null,
    5,
    hashOf(8),
    {},
    { ...good, to: "0x" },
    { ...good, to: null },
    { ...good, from: null },
    { ...good, hash: "0x" },
    { ...good, transactionIndex: null },
    { ...good, value: null },
    { ...good, value: "0x0" },
  ];
  const asked: unknown[] = [];
  let transactions: unknown = [...odd, good];
  state.ill = (method, params) => {
    if (method !== "eth_getBlockByNumber") return;
    asked.push(params[1]);
    return {
      number: "0x32",
      hash: hashOf(50),
      parentHash: hashOf(49),
      timestamp: "0x1",
      transactions,
    };
  };
  assertEquals((await readBlock(chain, 50)).payments, [{
    hash: hashOf(9),
    index: 1,
    from: `0x${"aa".repeat(20)}`,
    to: `0x${"bb".repeat(20)}`,
    value: 5n,
  }]);
  // The last fallback needs none of them.
  transactions = undefined;
  assertEquals((await readBlock(chain, 50, { wanted: "none" })).payments, []);
  assertEquals(asked, [true, false]);
});
