import { assertEquals, assertLess, assertRejects } from "@std/assert";
import {
  type Address,
  encodeAbiParameters,
  type Hex,
  numberToHex,
  pad,
  toEventSelector,
} from "viem";
import { openTestStore } from "../../scripts/stack/database.ts";
import type { Chain } from "../chain/chain.ts";
import type { LogJson } from "../chain/events.ts";
import { NodeError } from "../chain/node.ts";
import { addApprovals } from "../store/approvals.ts";
import { listSeen, readProgress } from "../store/seen_approvals.ts";
import { readApprovals } from "./read.ts";

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
  };
}

type Filter = { topics: [Hex[], Hex]; fromBlock: Hex; toBlock: Hex };

/** A chain whose node refuses ranges above a limit, and records those that it was asked for. */
function chainOf(logs: readonly LogJson[], { head = 100_000, most = Infinity, from = 0 } = {}) {
  const state = { head, most, logs: [...logs], ranges: [] as [number, number][] };
  const request = (method: string, params?: readonly unknown[]): Promise<unknown> => {
    if (method === "eth_blockNumber") return Promise.resolve(numberToHex(state.head));
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
  const chain = { id: 1, config: { permissionsFrom: from }, node: { request } };
  return { state, chain: chain as unknown as Chain };
}

const list = (store: Awaited<ReturnType<typeof openTestStore>>, most = 10) =>
  listSeen(store, { account, chainId: 1, spenders: undefined, most });

Deno.test("approvals: read once, and again only where a reorganisation may have been", async () => {
  await using store = await openTestStore();
  const { chain, state } = chainOf([approved(1, 10), approved(2, 99_990)], { from: 5 });
  assertEquals(await readApprovals(store, chain, account), true);
  assertEquals(state.ranges, [[5, 100_000]]);
  state.head = 100_010;
  state.logs.push(approved(3, 100_005), approved(4, 100_006, spender));
  assertEquals(await readApprovals(store, chain, account), true);
  assertEquals(state.ranges.at(-1), [99_936, 100_010]);
  assertEquals((await list(store)).map((row) => row.token), [3, 2, 1].map(token));
  // A node that lags behind is no reason to read all of it again.
  state.head = 100_000;
  assertEquals(await readApprovals(store, chain, account), true);
  assertEquals(state.ranges.at(-1), [99_936, 100_000]);
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
  const far = await readProgress(store, account, 1);
  for (let call = 0; call < 3; call++) {
    if (await readApprovals(store, chain, account)) break;
  }
  assertEquals(far! > 50_000, true);
  assertEquals(await readProgress(store, account, 1), 200_000);
  // Nothing between two parts was left out.
  const ranges = state.ranges.toSorted(([a], [b]) => a - b);
  ranges.slice(1).forEach(([from], index) =>
    assertEquals(from <= ranges[index]![1] + 1, true, `${from} follows ${ranges[index]![1]}`)
  );
  assertEquals((await list(store)).map((row) => row.token), [2, 1].map(token));
});

Deno.test("approvals: a node that refuses even few blocks is an error, and nothing is skipped", async () => {
  await using store = await openTestStore();
  const { chain } = chainOf([], { most: 10 });
  await assertRejects(() => readApprovals(store, chain, account), NodeError);
  assertEquals(await readProgress(store, account, 1), null);
});

Deno.test("approvals: the account's own come first, however many strangers emit", async () => {
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
    [token(1), true],
    [token(149), false],
    [token(148), false],
  ]);
});
