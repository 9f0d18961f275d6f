/** Finds an account's open reservations. @module */
import type { SponsorshipTable } from "../../store/ledger_tables.ts";
import { hotQuery } from "../../store/hot_query.ts";
import type { Store } from "../../store/store.ts";
import type { Reservation } from "./reservation.ts";

const find = hotQuery((
  tx,
  { chainId, sender }: { readonly chainId: number; readonly sender: string },
) =>
  tx.selectFrom("sponsorships").selectAll()
    .where("chain_id", "=", chainId).where("sender", "=", sender)
    .where("state", "in", ["reserved", "signed"])
);

/** Returns the account's reservations that may still land, of all keys. */
export function openRows(
  tx: Store,
  { chainId, sender }: Pick<Reservation, "chainId" | "sender">,
): Promise<SponsorshipTable[]> {
  return find(tx, { chainId, sender: sender.toLowerCase() });
}
