/** Checks of pending operations. */
import { assertEquals } from "@std/assert";
import { type Hex, numberToHex } from "viem";
import { AcctError } from "../../core/ground/errors.ts";
import { openTestStore } from "../../scripts/stack/database.ts";
import { until } from "../../scripts/stack/patience.ts";
import { createHeads } from "../chain/node/heads.ts";
import { addOperation } from "../store/rows/operations.ts";
import { createWatcher } from "./watch.ts";

const sender: Hex = `0x${"11".repeat(20)}`;

/**
 * Counts the node's requests during the first check of waiting operations, by nonce key and
 * sequence.
 */
async function requestsFor(nonces: readonly (readonly [key: bigint, sequence: bigint])[]) {
  await using store = await openTestStore();
  for (const [index, [key, sequence]] of nonces.entries()) {
    await addOperation(store, {
      id: numberToHex(index + 1, { size: 32 }),
      chainId: 1,
      operation: {
        sender,
        nonce: numberToHex(key << 64n | sequence),
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
      nonce: { key, sequence },
      readAt: Date.now(),
      fromBlock: 0,
      standing: () => "held",
    });
  }
  let checks = 0;
  let requests = 0;
  const request = () => {
    if (checks === 1) requests++;
    return Promise.reject(new AcctError("chain_down"));
  };
  const node = { request };
  const chain = { id: 1, config: {}, node, reads: node, passed: node, heads: createHeads() };
  const context = {
    store,
    chains: new Map([[1, chain]]),
    follower: { hurry: () => void checks++, wake() {} },
    metrics: { set() {}, count() {} },
    log() {},
  };
  const watcher = createWatcher(context as unknown as Parameters<typeof createWatcher>[0]);
  watcher.follow(1);
  await until("the second check", () => checks > 1);
  await watcher.stop();
  return requests;
}

Deno.test("watcher: only the next operation of each nonce key costs requests", async () => {
  const one = await requestsFor([[0n, 0n]]);
  assertEquals(one > 0, true);
  assertEquals(await requestsFor([[0n, 3n], [0n, 1n], [0n, 2n]]), one);
  assertEquals(await requestsFor([[0n, 1n], [0n, 2n], [7n, 0n], [7n, 1n]]), 2 * one);
});
