/** Reads stored owner changes. @module */
import type { Address, Hex } from "viem";
import type { OwnerChangeJson } from "../../core/protocol/service/owners.ts";
import type { Store } from "./store.ts";

/** Returns an account's changes, in order. */
export async function readOwnerChanges(
  store: Store,
  account: Address,
): Promise<readonly OwnerChangeJson[]> {
  const rows = await store.selectFrom("owner_changes").select(["sequence", "calls", "signature"])
    .where("account", "=", account.toLowerCase()).orderBy("sequence").execute();
  return rows.map(({ sequence, calls, signature }) => ({
    sequence,
    calls: JSON.parse(calls),
    signature: signature as Hex,
  }));
}
