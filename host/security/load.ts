/** Loads the owners of an account, with the data that the page shows about them. @module */
import type { OwnersNow } from "../../core/account/owners/plan.ts";
import { ownersView, readOwners } from "../../core/client/owners.ts";
import type { OwnersView } from "../../core/protocol/methods/account/acct_get_owners.ts";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { signalRemoved } from "../../core/wallet/device/passkey_signals.ts";
import type { Device } from "../device/device.ts";

/** Owners for the page. */
export interface LoadedOwners extends OwnersView {
  /** The verified state, for the recovery file. */
  readonly now: OwnersNow;
}

/** Loads and verifies the owners. */
export async function loadOwners(
  { service, book, ceremony, removed }: Device,
  record: AccountRecord,
): Promise<LoadedOwners> {
  const now = await readOwners(service, record.account, { owner: record.publicKey });
  const view = ownersView(now, book.list(), record);
  signalRemoved({ ceremony, removed, rpId: location.hostname }, record.account.address, view);
  return { ...view, now };
}
