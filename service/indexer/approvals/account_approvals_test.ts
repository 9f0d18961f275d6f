import { assertEquals, assertLess, assertRejects } from "@std/assert";
import {
  type Address,
  encodeAbiParameters,
  type Hex,
  numberToHex,
  pad,
  toEventSelector,
} from "viem";
import { openTestStore } from "../../../scripts/stack/database.ts";
import { AcctError } from "../../../core/ground/errors.ts";
import type { Chain } from "../../chain/chain.ts";
import type { LogJson } from "../../chain/node/events.ts";
import { createHeads } from "../../chain/node/heads.ts";
import { NodeError } from "../../chain/node/node.ts";
import { addApprovals, listGiven } from "../../store/rows/approvals.ts";
import { addBlock, type BlockPlace, lastBlocks, takeBack } from "../../store/rows/transfers.ts";
import { readProgress } from "../../store/rows/approval_progress.ts";
import { approvalHandler, MAX_FOLLOWED } from "./approval_handler.ts";
import { REORG_BLOCKS } from "../reading/evidence.ts";
import type { ReadBlock } from "../reading/read_block.ts";
import type { Store } from "../../store/store.ts";
import { readApprovals } from "./account_approvals.ts";

const account: Address = `0x${"ac".repeat(20)}`;
const spender: Address = `0x${"5e".repeat(20)}`;
const token = (n: number): Address => numberToHex(0x1000 + n, { size: 20 });

/** An approval of a token in a block. */
function approved(n: number, block: number, owner = account): LogJson {
  return {
    address: token(n),
    data: encodeAbiParameters([{ type: "uint256" }], [5n]),
    topics: [toEventSelector("Approval(address,address,uint256)"), pad(owner), pad(spender)],
    transactionHash: "0x",
    blockHash: "0x",
    blockNumber: numberToHex(block),
    logIndex: "0x0",
  };
}

type Filter = { topics: [Hex[], Hex]; fromBlock: Hex; toBlock: Hex };

/** A chain with a node that refuses ranges above a limit and records the requested ranges. */
function chainOf(logs: readonly LogJson[], { head = 100_000, most = Infinity, from = 0 } = {}) {
  const state = { head, most, logs: [...logs], ranges: [] as [number, number][] };
  const request = (method: string, params?: readonly unknown[]): Promise<unknown> => {
    if (method === "eth_blockNumber") return Promise.resolve(numberToHex(state.head));
    if (method === "eth_getBlockByNumber") {
      const number = numberToHex(state.head);
      return Promise.resolve({ number, hash: pad(number) });
    }
    const { topics, fromBlock, toBlock } = params![0] as Filter;
    const [first, last] = [Number(fromBlock), Number(toBlock)];
    if (last - first + 1 > state.most) {
      return Promise.reject(new NodeError(-32005, "too wide", null));
    }
    state.ranges.push([first, last]);
    return Promise.resolve(
      state.logs.filter((log) =>
        topics[0].includes(log.topics[0]!) && log.topics[1] === topics[1] &&
        Number(log.blockNumber) >= first && Number(log.blockNumber) <= last
      ),
    );
  };
  const chain = {
    id: 1,
    config: { permissionsFrom: from },
    node: { request },
    heads: createHeads(),
  };
  return { state, chain: chain as unknown as Chain };
}

const place = { account, chainId: 1 };
const list = (store: Awaited<ReturnType<typeof openTestStore>>, most = 10) =>
  listGiven(store, { account, chainId: 1, spenders: undefined, most });

Deno.test("approvals: read once, and again only where a reorganisation is possible", async () => {
  await using store = await openTestStore();
  const { chain, state } = chainOf([approved(1, 10), approved(2, 99_990)], { from: 5 });
  assertEquals(await readApprovals(store, chain, account), true);
  assertEquals(state.ranges, [[5, 100_000]]);
  state.head = 100_010;
  state.logs.push(approved(3, 100_005), approved(4, 100_006, spender));
  assertEquals(await readApprovals(store, chain, account), true);
  assertEquals(state.ranges.at(-1), [99_937, 100_010]);
  assertEquals((await list(store)).map((row) => row.token), [3, 2, 1].map(token));
  // A node that lags behind is no reason to read all of it again.
  state.head = 100_000;
  assertEquals(await readApprovals(store, chain, account), true);
  assertEquals(state.ranges.at(-1), [99_947, 100_000]);
});

Deno.test("approvals: a node that refuses wide ranges is asked in parts, over several calls", async () => {
  await using store = await openTestStore();
  const { chain, state } = chainOf([approved(1, 10), approved(2, 199_999)], {
    head: 200_000,
    most: 2_000,
  });
  assertEquals(await readApprovals(store, chain, account), false);
  const asked = state.ranges.length;
  assertLess(asked, 41);
  const far = (await readProgress(store, place))?.block_number;
  for (let call = 0; call < 3; call++) {
    if (await readApprovals(store, chain, account)) break;
  }
  assertEquals(far! > 50_000, true);
  assertEquals((await readProgress(store, place))?.block_number, 200_000 - REORG_BLOCKS);
  // No block between two ranges was skipped.
  const ranges = state.ranges.toSorted(([a], [b]) => a - b);
  ranges.slice(1).forEach(([from], index) =>
    assertEquals(from <= ranges[index]![1] + 1, true, `${from} follows ${ranges[index]![1]}`)
  );
  assertEquals((await list(store)).map((row) => row.token), [2, 1].map(token));
});

Deno.test("approvals: a node that refuses even a single block causes an error, and no block is skipped", async () => {
  await using store = await openTestStore();
  const { chain } = chainOf([], { most: 0 });
  await assertRejects(() => readApprovals(store, chain, account), NodeError);
  assertEquals(await readProgress(store, place), undefined);
});

Deno.test("approvals: a wrong height is not trusted", async () => {
  await using store = await openTestStore();
  const { chain, state } = chainOf([approved(1, 2_000)], { head: 1_000 });
  assertEquals(await readApprovals(store, chain, account), true);
  state.head = 0x100000;
  await assertRejects(() => readApprovals(store, chain, account), AcctError);
  assertEquals((await readProgress(store, place))?.block_number, 1_000 - REORG_BLOCKS);
  state.head = 2_000;
  assertEquals(await readApprovals(store, chain, account), true);
  assertEquals(state.ranges.slice(1), [[937, 2_000]]);
  assertEquals((await readProgress(store, place))?.block_number, 2_000 - REORG_BLOCKS);
  assertEquals((await list(store)).map((row) => row.token), [token(1)]);
});

Deno.test("approvals: a node that lags far is not read, and known approvals stay", async () => {
  await using store = await openTestStore();
  const { chain, state } = chainOf([approved(1, 10)]);
  assertEquals(await readApprovals(store, chain, account), true);
  state.head = 50_000;
  const { data } = await assertRejects(() => readApprovals(store, chain, account), AcctError);
  assertEquals(data.cause, "chain_down");
  assertEquals((await readProgress(store, place))?.block_number, 100_000 - REORG_BLOCKS);
  assertEquals(state.ranges.length, 1);
});

Deno.test("approvals: the account's own come first, for any number of strangers' events", async () => {
  await using store = await openTestStore();
  const strange = Array.from({ length: 50 }, (_, n) => approved(100 + n, 1_000 + n));
  const { chain } = chainOf([approved(1, 10), ...strange]);
  await readApprovals(store, chain, account);
  await addApprovals(store, {
    account,
    chainId: 1,
    blockNumber: 10,
    approvals: [{ kind: "allowance", token: token(1), spender, amount: 5n }],
  });
  const found = await list(store, 3);
  assertEquals(found.map((row) => [row.token, row.own]), [
    [token(1), 1],
    [token(149), 0],
    [token(148), 0],
  ]);
});

const hash = (number: number, fork = 0) => numberToHex(number + fork * 2 ** 32, { size: 32 });

/** Follows a chain block by block; its nodes return the same logs. */
function followerOf(store: Store, chain: Chain, logs: readonly LogJson[], listed: string[] = []) {
  let last: BlockPlace | null = null;
  const handler = approvalHandler(store);
  const of = { ...chain, config: { ...chain.config, tokens: listed as Address[] } };
  const follower = {
    async block(number: number, { whole = true, fork = 0 } = {}) {
      const block: ReadBlock = {
        number,
        hash: hash(number, fork),
        parent: hash(number - 1),
        time: 1,
        logs: whole ? logs.filter((log) => Number(log.blockNumber) === number) : [],
        whole,
        payments: [],
        receiptOf: () => Promise.resolve(null),
      };
      const change = await handler.read(of, block);
      const write = (tx: Store) => change!.write(tx);
      assertEquals(await addBlock(store, 1, last, { block, write }), true);
      last = { number, hash: block.hash };
    },
    async until(number: number) {
      for (let next = last!.number + 1; next <= number; next++) await follower.block(next);
    },
    async back(number: number) {
      const kept = { number, hash: hash(number) };
      const write = async (tx: Store) => {
        await handler.takeBack!(tx, of, { after: number, hashes: [] });
      };
      await takeBack(store, 1, { newest: last!, kept, write });
      last = (await lastBlocks(store, 1, 1))[0]!;
    },
  };
  return follower;
}

/** A store with the account. Its approvals were requested at block 100,000. */
async function asked() {
  const store = await openTestStore();
  await store.insertInto("accounts").values({ address: account, next_index: 0 }).execute();
  const { chain, state } = chainOf([approved(1, 10)]);
  const follower = followerOf(store, chain, state.logs);
  await follower.block(99_999);
  assertEquals(await readApprovals(store, chain, account), true);
  const read = async (head: number) => {
    state.head = head;
    const before = state.ranges.length;
    assertEquals(await readApprovals(store, chain, account), true);
    return state.ranges.slice(before);
  };
  return { store, chain, state, follower, read };
}

const tokens = async (store: Store) => (await list(store, 1_000)).map((row) => row.token);

Deno.test("approvals: blocks read by the follower cause no node request", async () => {
  const { store, state, follower, read } = await asked();
  state.logs.push(approved(2, 100_030), approved(3, 100_100), approved(4, 100_205));
  await follower.until(100_200);
  // The node is asked for the blocks before the stored ones and for the blocks after the last one.
  assertEquals(await read(100_210), [[99_937, 100_063], [100_201, 100_210]]);
  assertEquals(await tokens(store), [4, 3, 2, 1].map(token));
  state.logs.push(approved(5, 100_215));
  await follower.until(100_300);
  assertEquals(await read(100_300), []);
  assertEquals(await tokens(store), [5, 4, 3, 2, 1].map(token));
  // A lagging node gets no request either.
  assertEquals(await read(100_290), []);
  await store.destroy();
});

Deno.test("approvals: skipped blocks are requested from the node", async () => {
  const { store, state, follower, read } = await asked();
  await follower.until(100_200);
  await read(100_200);
  state.logs.push(approved(2, 100_301));
  await follower.until(100_300);
  await follower.block(100_301, { whole: false });
  await follower.until(100_310);
  assertEquals(await read(100_310), [[100_137, 100_301]]);
  assertEquals(await tokens(store), [2, 1].map(token));
  // Blocks that an earlier version of the process has read are skipped too.
  const [newest] = await lastBlocks(store, 1, 1);
  await store.updateTable("followed_approvals").set({ last_block: newest!.number - 5 }).execute();
  await follower.until(100_320);
  assertEquals(await read(100_320), [[100_247, 100_310]]);
  await store.destroy();
});

Deno.test("approvals: after a reorganisation the follower's new blocks count", async () => {
  const { store, state, follower, read } = await asked();
  await follower.until(100_400);
  await read(100_400);
  await follower.back(100_390);
  // Not read again yet.
  assertEquals(await read(100_400), [[100_391, 100_400]]);
  state.logs.push(approved(2, 100_392));
  for (let number = 100_391; number <= 100_400; number++) await follower.block(number, { fork: 1 });
  assertEquals(await read(100_400), []);
  assertEquals(await tokens(store), [2, 1].map(token));
  await store.destroy();
});

Deno.test("approvals: accounts without requests, and forged events, are not followed", async () => {
  const { store, state, follower } = await asked();
  const [event, , of] = approved(2, 0).topics as [Hex, Hex, Hex];
  const dirty: Hex = `0x${"01".repeat(12)}${account.slice(2)}`;
  const forged: Partial<LogJson>[] = [
    { topics: [event, dirty, of] },
    { topics: [event, pad(account)] },
    { topics: [event, pad(account), of], data: "0x" },
    { topics: [event, pad(account), of, pad("0x01")], data: numberToHex(5, { size: 32 }) },
    // Permit2's event by another contract.
    {
      topics: [
        toEventSelector("Approval(address,address,address,uint160,uint48)"),
        pad(account),
        pad(token(2)),
        of,
      ],
      data: numberToHex(5, { size: 64 }),
    },
  ];
  for (const change of forged) state.logs.push({ ...approved(2, 100_100), ...change });
  state.logs.push(approved(3, 100_100, spender), approved(4, 100_100));
  // The same approval repeated many times is one row.
  for (let n = 0; n < 50; n++) state.logs.push(approved(4, 100_100));
  await follower.until(100_101);
  const rows = await store.selectFrom("approvals").select(["account", "token"])
    .where("block_number", ">", 100_000).execute();
  assertEquals(rows.map((row) => [row.account, row.token]), [[account, token(4)]]);
  await store.destroy();
});

Deno.test("approvals: a flood of strangers' events neither fills the database nor hides others", async () => {
  const { store, chain, state } = await asked();
  const good = token(7);
  const follower = followerOf(store, chain, state.logs, [good]);
  await store.deleteFrom("transfer_blocks").execute();
  await follower.block(100_000);
  for (let n = 0; n < 2 * MAX_FOLLOWED; n++) state.logs.push(approved(1_000 + n, 100_100));
  // After all of them: an approval of a listed token, and one emitted by a stranger's contract.
  state.logs.push(approved(7, 100_100), approved(9_999, 100_100));
  await follower.until(100_100);
  const stored = async () => (await store.selectFrom("approvals").select("token").execute());
  assertEquals((await stored()).length, MAX_FOLLOWED + 1);
  assertEquals((await stored()).some((row) => row.token === good), true);
  // The node provides the rest on the next request.
  state.head = 100_100;
  assertEquals(await readApprovals(store, chain, account), true);
  const found = await tokens(store);
  assertEquals([token(9_999), good].every((each) => found.includes(each)), true);
  await store.destroy();
});
