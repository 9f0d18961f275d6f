/** Marks what the sponsor signed as accepted. @module */
import type { Address, Hex } from "viem";
import type { Store } from "./store.ts";

/**
 * Marks whether the account's operation was accepted: a fresh account may then have another. The mark
 * is set in the transaction that accepts it: a process that ends in between would leave an account
 * for which nothing is paid until its first operation has landed.
 */
export async function setSent(
  store: Store,
  at: { readonly chainId: number; readonly sender: Address; readonly nonce: Hex },
  sent: boolean,
): Promise<void> {
  await store.updateTable("sponsorships").set({ sent: sent ? 1 : 0 })
    .where("chain_id", "=", at.chainId).where("sender", "=", at.sender.toLowerCase())
    .where("nonce", "=", at.nonce).where("state", "in", ["reserved", "signed"]).execute();
}
