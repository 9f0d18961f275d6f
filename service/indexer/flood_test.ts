/** Forged events of approvals, in numbers that no node lists, stop no account's list. */
import { assertEquals, assertLess, assertRejects } from "@std/assert";
import { type Address, type Hex, numberToHex, pad, toEventSelector } from "viem";
import { openTestStore } from "../../scripts/stack/database.ts";
import type { Chain } from "../chain/chain.ts";
import type { LogJson } from "../chain/node/events.ts";
import { createHeads } from "../chain/node/heads.ts";
import { NodeError } from "../chain/node/node.ts";
import type { IndexerContext } from "./reading/context.ts";
import { addApprovals, listGiven } from "../store/rows/approvals.ts";
import { readApprovals } from "./approvals/account_approvals.ts";
import { listStanding } from "./approvals/active_approvals.ts";

const account: Address = `0x${"ac".repeat(20)}`;
const spender: Address = `0x${"5e".repeat(20)}`;
const forger: Address = `0x${"f0".repeat(20)}`;
const token = (n: number): Address => numberToHex(0x1000 + n, { size: 20 });
const [listed, own, unknown, late] = [token(1), token(2), token(3), token(4)];
/** Maximum logs that the node lists; public ones list 10,000. */
const MOST = 200;

function approved(address: Address, block: number, amount = 5n): LogJson {
  return {
    address,
    data: numberToHex(amount, { size: 32 }),
    topics: [toEventSelector("Approval(address,address,uint256)"), pad(account), pad(spender)],
    transactionHash: "0x",
    blockHash: "0x",
    blockNumber: numberToHex(block),
    logIndex: "0x0",
  };
}

const flood = (block: number, count: number, of = forger): LogJson[] =>
  Array.from({ length: count }, () => approved(of, block));

interface Filter {
  readonly address?: readonly Address[];
  readonly topics: readonly [readonly Hex[], Hex];
  readonly fromBlock: Hex;
  readonly toBlock: Hex;
}

/** A chain with a node that refuses to list many logs, or many blocks. */
function chainOf(logs: LogJson[], { head = 100_000, widest = Infinity } = {}) {
  const state = { head, widest, logs, asked: 0 };
  const request = (method: string, params?: readonly unknown[]): Promise<unknown> => {
    if (method === "eth_getBlockByNumber") {
      const number = numberToHex(state.head);
      return Promise.resolve({ number, hash: pad(number) });
    }
    if (method !== "eth_getLogs") return Promise.reject(new NodeError(-32601, "not found", null));
    state.asked++;
    const { address, topics, fromBlock, toBlock } = params![0] as Filter;
    const [first, last] = [Number(fromBlock), Number(toBlock)];
    const found = state.logs.filter((log) =>
      topics[1] === log.topics[1] && (address === undefined || address.includes(log.address)) &&
      Number(log.blockNumber) >= first && Number(log.blockNumber) <= last
    );
    return found.length > MOST || last - first >= state.widest
      ? Promise.reject(new NodeError(-32005, "query returned more results", null))
      : Promise.resolve(found);
  };
  const chain = {
    id: 1,
    config: { permissionsFrom: 0, tokens: [listed] },
    heads: createHeads(),
    node: { request },
    reads: { request },
  } as unknown as Chain;
  return { state, chain };
}

type Store = Awaited<ReturnType<typeof openTestStore>>;

/** Reads to the chain's latest block; returns the requests of each call. */
async function readAll(store: Store, { state, chain }: ReturnType<typeof chainOf>) {
  const costs: number[] = [];
  for (let isRead = false; !isRead;) {
    const before = state.asked;
    isRead = await readApprovals(store, chain, account);
    costs.push(state.asked - before);
    assertLess(costs.length, 50, "comes to no end");
  }
  return costs;
}

async function tokens(store: Store): Promise<string[]> {
  const rows = await listGiven(store, { account, chainId: 1, spenders: undefined, most: 100 });
  return rows.map((row) => row.token).sort();
}

async function hasMore(store: Store, chain: Chain): Promise<boolean | undefined> {
  const context = { store, chains: new Map([[1, chain]]) } as unknown as IndexerContext;
  const none = { account, chainId: "0x1", spenders: [forger] } as const;
  const [found] = await listStanding(context, none);
  assertEquals(found?.complete, true);
  return found?.more;
}

Deno.test("approvals: a range with more events than a node lists is read in parts", async () => {
  await using store = await openTestStore();
  const fake = chainOf([
    ...flood(50_000, MOST - 1),
    approved(unknown, 50_001),
    approved(late, 50_002),
    ...flood(50_003, MOST),
  ]);
  const costs = await readAll(store, fake);
  assertLess(Math.max(...costs), 60);
  assertEquals(await tokens(store), [unknown, late, forger].sort());
  await store.deleteFrom("approvals").execute();
  assertEquals(await hasMore(store, fake.chain), false);
});

Deno.test("approvals: a full block hides no real token, and is reported as incomplete", async () => {
  await using store = await openTestStore();
  await addApprovals(store, {
    account,
    chainId: 1,
    blockNumber: 70_000,
    approvals: [{ kind: "allowance", token: own, spender, amount: 5n }],
  });
  const fake = chainOf([
    approved(unknown, 69_999),
    ...flood(70_000, MOST + 1),
    approved(listed, 70_000),
    // The permission contract's logs fill the block too.
    ...flood(70_000, MOST + 1, own),
    approved(late, 70_001),
  ]);
  const costs = await readAll(store, fake);
  assertLess(costs.length, 3);
  assertEquals(await tokens(store), [listed, own, unknown, late].sort());
  assertEquals(await hasMore(store, fake.chain), true);
  // Once passed, the block causes no further requests but is still reported.
  const before = fake.state.asked;
  await readAll(store, fake);
  assertEquals(fake.state.asked - before, 1);
  assertEquals(await hasMore(store, fake.chain), true);
});

Deno.test("approvals: a listed token that fills a block hides no other", async () => {
  await using store = await openTestStore();
  const fake = chainOf([...flood(70_000, MOST + 1, listed), approved(own, 70_000)]);
  await addApprovals(store, {
    account,
    chainId: 1,
    blockNumber: 10,
    approvals: [{ kind: "allowance", token: own, spender, amount: 5n }],
  });
  await readAll(store, fake);
  assertEquals(await tokens(store), [own]);
  assertEquals(await hasMore(store, fake.chain), true);
});

Deno.test("approvals: each call makes progress, independent of the number of full blocks", async () => {
  await using store = await openTestStore();
  const fake = chainOf([], { head: 10_000 });
  // Single full blocks, adjacent ones, and a range of blocks that can only be read one by one.
  for (const block of [1_000, 1_001, 4_000]) fake.state.logs.push(...flood(block, MOST + 1));
  for (let block = 9_900; block <= 10_000; block++) fake.state.logs.push(...flood(block, 120));
  fake.state.logs.push(approved(unknown, 3_000), approved(listed, 9_950));
  const costs = await readAll(store, fake);
  assertLess(costs.length, 6);
  assertLess(Math.max(...costs), 60);
  assertEquals(await tokens(store), [listed, unknown, forger].sort());
  // Once no reorganisation can replace the full blocks, they cause no further requests.
  fake.state.head += 100;
  await readAll(store, fake);
  assertEquals((await readAll(store, fake)).length, 1);
  assertEquals(await hasMore(store, fake.chain), true);
});

Deno.test("approvals: a block refused for other reasons is not skipped", async () => {
  await using store = await openTestStore();
  const ill = chainOf([approved(unknown, 10)], { head: 1_000, widest: 0 });
  await assertRejects(() => readApprovals(store, ill.chain, account), NodeError);
  assertEquals(await store.selectFrom("approval_progress").selectAll().execute(), []);
  // A request for a few blocks returns all of them.
  ill.state.widest = 10;
  await readAll(store, ill);
  assertEquals(await tokens(store), [unknown]);
  ill.state.widest = Infinity;
  assertEquals(await hasMore(store, ill.chain), false);
});
