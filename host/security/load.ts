/** Loads the owners of an account, with what the page shows of them. @module */
import type { OwnersNow } from "../../core/account/owners/plan.ts";
import { ownersView, readOwners } from "../../core/account/owners/view.ts";
import type { OwnersView } from "../../core/dialog/owners.ts";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { signalRemoved } from "../../core/wallet/device/passkey_signals.ts";
import type { Device } from "../device.ts";

/** Owners for the page. */
export interface LoadedOwners extends OwnersView {
  /** As verified, for the recovery file. */
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
