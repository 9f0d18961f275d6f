/** Reorganisations that the follower detects long after they happened. */
import { assertEquals, assertRejects } from "@std/assert";
import { concat, type Hex, numberToHex, pad } from "viem";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { openTestStore } from "../../scripts/stack/database.ts";
import { createHeads } from "../chain/node/heads.ts";
import { type LogJson, USER_OPERATION_EVENT } from "../chain/node/events.ts";
import { operationHandler } from "../operations/operation_handler.ts";
import { settlementHandler } from "../payment/ledger/settlement.ts";
import { addOperation } from "../store/rows/operations.ts";
import { lastBlocks } from "../store/rows/transfers.ts";
import { followToEnd } from "../testing/follow.ts";
import { ledgerRow, paymaster } from "../testing/ledger.ts";
import { contextOf, fakeChain, hashOf } from "./testing/fake_chain.ts";

const word = (n: number): Hex => numberToHex(n, { size: 32 });
const sender: Hex = numberToHex(1, { size: 20 });
/** Block of the operation. */
const BLOCK = 100;

/** A chain with a sponsored operation in a block that the follower has read. */
async function scene() {
  const store = await openTestStore();
  const { chain, state } = fakeChain(BLOCK - 1, []);
  Object.assign(chain, { sponsor: { paymaster } });
  const event: LogJson = {
    address: ENTRY_POINT,
    topics: [USER_OPERATION_EVENT, word(1), pad(sender), pad(paymaster)],
    data: concat([word(0), word(1), word(1), word(1)]),
    transactionHash: word(77),
    blockHash: hashOf(BLOCK),
    blockNumber: numberToHex(BLOCK),
    logIndex: "0x0",
  };
  state.ill = (method, [first]) => {
    if (method === "eth_call") return word(0);
    if (method === "eth_getTransactionReceipt") return { ...event, logs: [event] };
    if (method !== "eth_getLogs") return undefined;
    return (first as { blockHash?: Hex }).blockHash === event.blockHash ? [event] : undefined;
  };
  await addOperation(store, {
    id: word(1),
    chainId: 1,
    operation: {
      sender,
      nonce: "0x0",
      callData: "0x",
      callGasLimit: "0x1",
      verificationGasLimit: "0x1",
      preVerificationGas: "0x1",
      maxFeePerGas: "0x1",
      maxPriorityFeePerGas: "0x1",
      signature: "0x",
    },
    account: { address: sender, owners: [], nonce: "0x0" },
    callerId: null,
    keyId: "k",
    nonce: { key: 0n, sequence: 0n },
    readAt: Date.now(),
    fromBlock: 0,
    standing: () => "submitted",
  });
  await store.insertInto("sponsorships").values(ledgerRow({
    sender,
    nonce: "0x0",
    signatures: JSON.stringify([{ hash: word(1), gwei: 1, until: 4_000_000_000 }]),
    expires_at: 4_000_000_000,
  })).execute();
  const context = {
    ...contextOf(store, chain).context,
    relayer: { relayAfter: () => Promise.resolve() },
    watcher: { follow() {} },
  };
  const handlers = [operationHandler(context), settlementHandler(context)];
  const follow = () => followToEnd(context, chain, handlers);
  const states = async () => {
    const operation = await store.selectFrom("operations").select("state").executeTakeFirst();
    const row = await store.selectFrom("sponsorships").select("state").executeTakeFirst();
    return [operation!.state, row!.state];
  };
  await follow();
  state.head = BLOCK;
  await follow();
  assertEquals(await states(), ["included", "settled"]);
  // Requests from two hours ago, or from days ago, count too.
  await store.updateTable("operations").set({ updated_at: Date.now() - 3 * 86_400_000 }).execute();
  return { store, chain, state, follow, states };
}

Deno.test("indexer: a reorganisation also changes operations and ledger back days later", async () => {
  const { store, state, follow, states } = await scene();
  await using _store = store;
  // The service does not run while the chain replaces the block and grows.
  state.forked = BLOCK;
  state.head = BLOCK + 200;
  await follow();
  assertEquals(await states(), ["held", "signed"]);
});

Deno.test("indexer: an operation of a replaced block that a request recorded is pending again", async () => {
  const { store, state, follow, states } = await scene();
  await using _store = store;
  // A request found it in a block that the follower had not read yet.
  const block = { block_number: BLOCK + 10, block_hash: hashOf(BLOCK + 10) };
  await store.updateTable("operations").set(block).execute();
  state.forked = BLOCK + 5;
  state.head = BLOCK + 200;
  await follow();
  assertEquals(await states(), ["held", "settled"]);
});

Deno.test("indexer: a node of another chain causes no rollback", async () => {
  const { store, chain, state, follow, states } = await scene();
  await using _store = store;
  const before = await lastBlocks(store, 1);
  const honest = state.ill;
  state.ill = (method, params) => method === "eth_chainId" ? "0xa4b1" : honest(method, params);
  state.forked = 0;
  for (const head of [BLOCK, BLOCK + 3, BLOCK + 200]) {
    state.head = head;
    Object.assign(chain, { heads: createHeads() });
    await assertRejects(follow, AcctError);
    assertEquals([await states(), await lastBlocks(store, 1)], [["included", "settled"], before]);
  }
});
