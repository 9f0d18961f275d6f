/** Operations of a block, and of blocks that a reorganisation replaced. */
import { assertEquals } from "@std/assert";
import { encodeAbiParameters, type Hex, numberToHex, pad } from "viem";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import { AcctError } from "../../core/ground/errors.ts";
import { openTestStore } from "../../scripts/stack/database.ts";
import type { Chain } from "../chain/chain.ts";
import { type LogJson, USER_OPERATION_EVENT } from "../chain/node/events.ts";
import { createHeads } from "../chain/node/heads.ts";
import { type ReadBlock, receiptsOf } from "../indexer/reading/read_block.ts";
import type { OperationsContext } from "./context.ts";
import { addOperation } from "../store/rows/operations.ts";
import type { Store } from "../store/store.ts";
import { operationHandler } from "./operation_handler.ts";

const word = (n: number): Hex => numberToHex(n, { size: 32 });
const sender: Hex = `0x${"11".repeat(20)}`;

const eventOf = (id: Hex, block: Hex, address: Hex = ENTRY_POINT): LogJson => ({
  address,
  topics: [USER_OPERATION_EVENT, id, pad(sender), pad("0x00")],
  data: encodeAbiParameters(
    [{ type: "uint256" }, { type: "bool" }, { type: "uint256" }, { type: "uint256" }],
    [0n, true, 1n, 1n],
  ),
  transactionHash: word(77),
  blockHash: block,
  blockNumber: "0x7",
  logIndex: "0x0",
});

/** A handler with operations 1 to 3; `hashAt` is the chain's block 7. */
async function sceneOf(store: Store, hashAt: Hex, receipts: readonly (Hex | null)[]) {
  for (const n of [1, 2, 3]) {
    await addOperation(store, {
      id: word(n),
      chainId: 1,
      operation: {
        sender,
        nonce: word(n),
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
      nonce: { key: 0n, sequence: BigInt(n) },
      readAt: Date.now(),
      fromBlock: 0,
      standing: () => "submitted",
    });
  }
  const published: unknown[] = [];
  let asked = 0;
  const node = {
    request: (method: string) => {
      if (method === "eth_chainId") return Promise.resolve("0x1");
      if (method === "eth_getBlockByNumber") return Promise.resolve({ hash: hashAt });
      const blockHash = receipts[Math.min(asked++, receipts.length - 1)]!;
      return Promise.resolve(
        blockHash === null ? null : {
          transactionHash: word(77),
          blockHash,
          blockNumber: "0x7",
          logs: [eventOf(word(1), blockHash)],
        },
      );
    },
  };
  const chain = {
    id: 1,
    node,
    config: { transfers: "off" },
    heads: createHeads(),
  } as unknown as Chain;
  const context = {
    store,
    chains: new Map([[1, chain]]),
    metrics: { count() {} },
    assets: { drop() {} },
    relayer: { relayAfter: () => Promise.resolve() },
    follower: { wake() {} },
    watcher: { follow() {} },
    hub: { publish: (change: { status?: number }) => published.push(change.status) },
  } as unknown as OperationsContext;
  const states = async () =>
    (await store.selectFrom("operations").select("state").orderBy("idx").execute())
      .map(({ state }) => state);
  const handler = operationHandler(context);
  return { chain, handler, published, states, asked: () => asked };
}

const blockOf = (chain: Chain, hash: Hex, logs: readonly LogJson[]): ReadBlock => ({
  number: 7,
  hash,
  parent: word(6),
  time: 1,
  logs,
  whole: true,
  payments: [],
  receiptOf: receiptsOf(chain, hash),
});

Deno.test("operation handler: an operation is included with its block, and published after it", async () => {
  await using store = await openTestStore();
  const { chain, handler, states, published } = await sceneOf(store, word(70), [word(70)]);
  const own = eventOf(word(1), word(70));
  const forged = eventOf(word(2), word(70), `0x${"99".repeat(20)}`);
  const change = await handler.read(chain, blockOf(chain, word(70), [own, forged]));
  assertEquals(await states(), ["submitted", "submitted", "submitted"]);
  await change!.write(store);
  assertEquals([await states(), published], [["included", "submitted", "submitted"], []]);
  await change!.publish!();
  assertEquals(published.filter((each) => each !== undefined), [200]);
  // The same block again has no effect.
  assertEquals(await handler.read(chain, blockOf(chain, word(70), [own])), null);
});

Deno.test("operation handler: a node that lacks the receipt is queried again, and blocks no block", async () => {
  await using store = await openTestStore();
  const late = await sceneOf(store, word(70), [null, word(70)]);
  const logs = [eventOf(word(1), word(70))];
  assertEquals(
    await late.handler.read(late.chain, blockOf(late.chain, word(70), logs)) === null,
    false,
  );
  assertEquals(late.asked(), 2);
  await using other = await openTestStore();
  const never = await sceneOf(other, word(70), [null]);
  assertEquals(await never.handler.read(never.chain, blockOf(never.chain, word(70), logs)), null);
  assertEquals(never.asked(), 4);
});

Deno.test("operation handler: an operation without a receipt from any node is included", async () => {
  await using store = await openTestStore();
  const { chain, handler, states } = await sceneOf(store, word(70), [word(70)]);
  const block = {
    ...blockOf(chain, word(70), [eventOf(word(1), word(70))]),
    receiptOf: () => Promise.reject(new AcctError("chain_down")),
  };
  const change = await handler.read(chain, block);
  await change!.write(store);
  assertEquals(await states(), ["included", "submitted", "submitted"]);
  const { receipt } = await store.selectFrom("operation_data").select("receipt")
    .where("id", "=", word(1)).executeTakeFirstOrThrow();
  const { status, transactionHash, blockNumber } = JSON.parse(receipt!);
  assertEquals([status, transactionHash, blockNumber], ["0x1", word(77), "0x7"]);
});

Deno.test("operation handler: a replaced block rolls back its own operations only", async () => {
  await using store = await openTestStore();
  const { chain, handler, states, published } = await sceneOf(store, word(71), [word(70)]);
  const first = await handler.read(chain, blockOf(chain, word(70), [eventOf(word(1), word(70))]));
  await first!.write(store);
  // A different block is at its height: the follower never read the one that a request saw.
  const other = await handler.read(chain, blockOf(chain, word(71), []));
  await other!.write(store);
  await other!.publish!();
  assertEquals(await states(), ["held", "submitted", "submitted"]);
  assertEquals(published, [100]);
  await first!.write(store);
  await handler.takeBack!(store, chain, { after: 6, hashes: [word(69)] });
  assertEquals((await states())[0], "included");
  const publish = await handler.takeBack!(store, chain, { after: 6, hashes: [word(70)] });
  assertEquals((await states())[0], "held");
  publish!();
  assertEquals(published, [100, 100]);
  // The handler reverts a replaced block of any depth and age.
  await first!.write(store);
  await store.updateTable("operations").set({ updated_at: 0 }).execute();
  chain.heads.see({ number: 7 + 64, hash: word(1) });
  await handler.takeBack!(store, chain, { after: 6, hashes: [word(70)] });
  assertEquals((await states())[0], "held");
});
