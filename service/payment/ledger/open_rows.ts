/** Finds an account's open reservations. @module */
import type { SponsorshipTable } from "../../store/ledger_tables.ts";
import type { Store } from "../../store/store.ts";
import type { Reservation } from "./reservation.ts";

/** Returns the account's reservations that may still land, of all keys. */
export function openRows(
  tx: Store,
  { chainId, sender }: Pick<Reservation, "chainId" | "sender">,
): Promise<SponsorshipTable[]> {
  return tx.selectFrom("sponsorships").selectAll()
    .where("chain_id", "=", chainId).where("sender", "=", sender.toLowerCase())
    .where("state", "in", ["reserved", "signed"]).execute();
}
