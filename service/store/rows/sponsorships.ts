/** Marks operations signed by the sponsor as accepted. @module */
import type { Address, Hex } from "viem";
import type { Store } from "../store.ts";

/**
 * Marks whether the account's operation was accepted. A fresh account may then have another one.
 * The mark is set in the transaction that accepts it. Otherwise, a process that stops in between
 * would leave an account without sponsorship until its first operation has landed.
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
