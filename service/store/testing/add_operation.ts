/** Stores an included operation of an account. @module */
import type { AccountJson } from "../../../core/wire/values.ts";
import type { Store } from "../store.ts";

/** Gives an account an included operation. */
export async function addOperation(
  store: Store,
  { address }: Pick<AccountJson, "address">,
): Promise<void> {
  await store.insertInto("operations").values({
    id: `0x${address.slice(2).padStart(64, "0")}`,
    chain_id: 1,
    sender: address.toLowerCase(),
    idx: 0,
    caller_id: null,
    key_id: "k",
    nonce_key: "0x0",
    nonce_sequence: 0,
    deploys: 1,
    state: "included",
    reason: null,
    from_block: 0,
    created_at: 0,
    updated_at: 0,
    tx_hash: `0x${"01".repeat(32)}`,
    block_hash: `0x${"02".repeat(32)}`,
    block_number: 1,
    success: 1,
  }).execute();
}
