/** Statuses come from the database; the node still has the receipt after its row was deleted. */
import { assertEquals } from "@std/assert";
import { encodeAbiParameters, type Hex, numberToHex, pad } from "viem";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import { openTestStore } from "../../scripts/stack/database.ts";
import type { Chain } from "../chain/chain.ts";
import { USER_OPERATION_EVENT } from "../chain/node/events.ts";
import { createHeads } from "../chain/node/heads.ts";
import { addOperation, dropOperation, openOperations } from "../store/rows/operations.ts";
import { setIncluded } from "../store/rows/included_operations.ts";
import type { Store } from "../store/store.ts";
import { addBlock } from "../store/rows/transfers.ts";
import { callsStatus } from "./status.ts";

const word = (n: number): Hex => numberToHex(n, { size: 32 });
const sender: Hex = `0x${"11".repeat(20)}`;
const [id, txHash, blockHash] = [word(1), word(77), word(70)];
const receipt = { logs: [], status: "0x1", blockHash, blockNumber: "0x7", gasUsed: "0x1" };

/** A chain with one operation, and a node that counts its requests. */
async function sceneOf(store: Store, { confirmations = 0, isKnown = true } = {}) {
  await addOperation(store, {
    id,
    chainId: 1,
    operation: {
      sender,
      nonce: word(0),
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
  const asked: string[] = [];
  const event = {
    address: ENTRY_POINT,
    topics: [USER_OPERATION_EVENT, id, pad(sender), pad("0x00")],
    data: encodeAbiParameters(
      [{ type: "uint256" }, { type: "bool" }, { type: "uint256" }, { type: "uint256" }],
      [0n, true, 1n, 1n],
    ),
  };
  const request = (method: string) => {
    asked.push(method);
    const found = { transactionHash: txHash, blockHash, blockNumber: "0x7", logs: [event] };
    return Promise.resolve(isKnown ? found : null);
  };
  const chain = { id: 1, config: { confirmations }, node: { request }, heads: createHeads() };
  const chains = new Map([[1, chain as unknown as Chain]]);
  return {
    asked,
    status: async () => {
      const { status, receipts } = await callsStatus({ store, chains }, {
        id,
        keyId: "k",
        sender: null,
      });
      return [status, receipts?.length];
    },
    include: (success: boolean) =>
      setIncluded(store, id, {
        txHash,
        blockHash,
        blockNumber: 7,
        success,
        receipt: JSON.stringify({ ...receipt, transactionHash: txHash }),
      }),
  };
}

Deno.test("status: it follows the operation's row and sends no node request", async () => {
  for (const [success, expected] of [[true, 200], [false, 500]] as const) {
    await using store = await openTestStore();
    const { status, include, asked } = await sceneOf(store);
    assertEquals(await status(), [100, undefined]);
    await include(success);
    assertEquals(await status(), [expected, 1]);
    assertEquals(asked, []);
  }
  await using store = await openTestStore();
  const { status, asked } = await sceneOf(store);
  const [row] = await openOperations(store, 1);
  await dropOperation(store, row!, "It can never land.");
  assertEquals([await status(), asked], [[400, undefined], []]);
});

Deno.test("status: it waits for confirmations and asks the node nothing", async () => {
  await using store = await openTestStore();
  const { status, include, asked } = await sceneOf(store, { confirmations: 2 });
  await include(true);
  assertEquals(await status(), [100, undefined]);
  const first = { number: 8, hash: word(8) };
  await addBlock(store, 1, null, { block: first });
  assertEquals(await status(), [100, undefined]);
  await addBlock(store, 1, first, { block: { number: 9, hash: word(9) } });
  assertEquals([await status(), asked], [[200, 1], []]);
});

Deno.test("status: a deleted receipt is read from the node", async () => {
  for (const isKnown of [true, false]) {
    await using store = await openTestStore();
    const { status, include, asked } = await sceneOf(store, { isKnown });
    await include(true);
    await store.deleteFrom("operation_data").execute();
    assertEquals(await status(), isKnown ? [200, 1] : [100, undefined]);
    assertEquals(asked, ["eth_getTransactionReceipt"]);
  }
});
