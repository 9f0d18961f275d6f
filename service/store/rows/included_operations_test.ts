/** Permissions of an operation are listed once it is reported as included. */
import { assertEquals } from "@std/assert";
import { type Hex, numberToHex } from "viem";
import { openTestStore } from "../../../scripts/stack/database.ts";
import { readRange } from "../../indexer/permissions/permission_index.ts";
import { account, endsOf, fakeChain, hashOf } from "../../indexer/testing/fake_chain.ts";
import { setIncluded } from "./included_operations.ts";
import { permissionsReadTo } from "./permissions.ts";
import type { Store } from "../store.ts";
import { addBlock } from "./transfers.ts";

const place = (number: number) => ({ number, hash: hashOf(number) });

/** An operation that ends permission 7. */
async function land(store: Store, blockNumber: number, blockHash: Hex): Promise<boolean> {
  const id = numberToHex(1, { size: 32 });
  await store.insertInto("operations").values({
    id,
    chain_id: 1,
    sender: account,
    idx: 0,
    caller_id: null,
    key_id: "k",
    nonce_key: "0",
    nonce_sequence: 0,
    deploys: 0,
    state: "submitted",
    from_block: 0,
    reason: null,
    created_at: 0,
    updated_at: 0,
    tx_hash: null,
    block_hash: null,
    block_number: null,
    success: null,
  }).execute();
  return await setIncluded(store, id, {
    txHash: id,
    blockHash,
    blockNumber,
    success: true,
    receipt: "{}",
    permissions: {
      permissions: [],
      ends: [{
        chain_id: 1,
        account,
        permission_id: numberToHex(7, { size: 32 }),
        block_number: blockNumber,
        position: 0,
      }],
    },
  });
}

Deno.test("included: a followed but unread block hides no operation", async () => {
  await using store = await openTestStore();
  // The follower starts with it, and reads no block before the next one.
  await addBlock(store, 1, null, { block: place(50) });
  await land(store, 50, hashOf(50));
  assertEquals(await endsOf(store), [[7, 50]]);
});

Deno.test("included: a different block than the one read by the follower is not recorded", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, []);
  await addBlock(store, 1, null, { block: place(48) });
  await readRange(store, chain, 48);
  for (const number of [49, 50]) {
    const permissions = { permissions: [], ends: [] };
    await addBlock(store, 1, place(number - 1), {
      block: place(number),
      permissions,
    });
  }
  // If the block is on the chain after all, the follower reads it with the reorganisation.
  assertEquals(await land(store, 50, hashOf(50, 1)), false);
  assertEquals([await endsOf(store), await permissionsReadTo(store, 1)], [[], 50]);
  await readRange(store, chain, 50);
  assertEquals([await endsOf(store), await permissionsReadTo(store, 1)], [[], 50]);
  assertEquals(state.forked, Infinity);
});

Deno.test("included: the read block has the better data of an operation", async () => {
  await using store = await openTestStore();
  const { chain } = fakeChain(50, []);
  await addBlock(store, 1, null, { block: place(50) });
  await readRange(store, chain, 50);
  await land(store, 50, hashOf(50));
  assertEquals(await endsOf(store), []);
});
