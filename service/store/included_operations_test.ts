/** Permissions of an operation are listed once it is told to have landed. */
import { assertEquals } from "@std/assert";
import { type Hex, numberToHex } from "viem";
import { openTestStore } from "../../scripts/stack/database.ts";
import { readRange } from "../indexer/permission_index.ts";
import { account, endsOf, fakeChain, hashOf } from "../indexer/testing/fake_chain.ts";
import { setIncluded } from "./included_operations.ts";
import { permissionsReadTo } from "./permissions.ts";
import type { Store } from "./store.ts";
import { addBlocks } from "./transfers.ts";

const place = (number: number) => ({ number, hash: hashOf(number) });

/** An operation that ends permission 7. */
async function land(store: Store, blockNumber: number, blockHash: Hex): Promise<void> {
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
  await setIncluded(store, id, {
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

Deno.test("included: a block that is followed and was not read hides nothing of an operation", async () => {
  await using store = await openTestStore();
  // The follower begins with it, and reads none before the next one.
  await addBlocks(store, 1, null, { blocks: [place(50)], rows: [] });
  await land(store, 50, hashOf(50));
  assertEquals(await endsOf(store), [[7, 50]]);
});

Deno.test("included: a block that took another's place is listed at once, and read again", async () => {
  await using store = await openTestStore();
  const { chain, state } = fakeChain(50, []);
  await addBlocks(store, 1, null, { blocks: [place(48)], rows: [] });
  await readRange(store, chain, 48);
  for (const number of [49, 50]) {
    const permissions = { permissions: [], ends: [] };
    await addBlocks(store, 1, place(number - 1), {
      blocks: [place(number)],
      rows: [],
      permissions,
    });
  }
  await land(store, 50, hashOf(50, 1));
  assertEquals([await endsOf(store), await permissionsReadTo(store, 1)], [[[7, 50]], 49]);
  // It was the operation's block that was replaced.
  await readRange(store, chain, 50);
  assertEquals([await endsOf(store), await permissionsReadTo(store, 1)], [[], 50]);
  assertEquals(state.forked, Infinity);
});

Deno.test("included: one that was read says better what an operation did", async () => {
  await using store = await openTestStore();
  const { chain } = fakeChain(50, []);
  await addBlocks(store, 1, null, { blocks: [place(50)], rows: [] });
  await readRange(store, chain, 50);
  await land(store, 50, hashOf(50));
  assertEquals(await endsOf(store), []);
});
