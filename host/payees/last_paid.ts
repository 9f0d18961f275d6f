/** Lists the recipients of payments from this device, apart from the code of the dialogs. @module */
import { type Address, getAddress, isAddress } from "viem";
import { storedList } from "../../core/wallet/device/stored_list.ts";
import type { Storage } from "../../core/lib/storage.ts";

/** Returns the addresses that a `RecipientBook` counts as paid, the last one first. */
export function lastPaid(
  storage: Storage,
  key = "acct.recipients.1.paid",
): readonly Address[] {
  const read = (entries: readonly unknown[]) =>
    entries.flatMap((entry) =>
      Array.isArray(entry) && isAddress(entry[0], { strict: false }) ? [getAddress(entry[0])] : []
    );
  return storedList(storage, key, read)();
}
