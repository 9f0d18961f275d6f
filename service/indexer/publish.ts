/** Notifies accounts of changes made by others, in all processes. @module */
import { type Address, getAddress, type Hex, numberToHex } from "viem";
import type { Chain } from "../chain/chain.ts";
import type { IndexerContext } from "./reading/context.ts";

/** A permission of an account, or all of them. */
export interface ChangedPermission {
  readonly account: string;
  readonly id?: string | undefined;
}

/** Maximum accounts notified per block: an airdrop has thousands, and they refresh on their own. */
const MAX_TOLD = 500;
/**
 * Maximum permissions of an account in a notification: an account can change thousands in a block.
 */
const MAX_IDS = 16;

/** Notifies of changed permissions, without their ids if an account changes many. */
export function tellPermissions(
  { hub }: IndexerContext,
  chain: Chain,
  permissions: readonly ChangedPermission[],
): void {
  const chainId = numberToHex(chain.id);
  const ids = new Map<string, Set<string | undefined>>();
  for (const { account, id } of permissions) {
    const own = ids.get(account.toLowerCase()) ?? new Set();
    ids.set(account.toLowerCase(), own.add(id));
  }
  for (const [account, own] of ids) {
    const address = getAddress(account);
    const told = own.size > MAX_IDS ? [undefined] : own;
    for (const id of told) {
      hub.publish({
        type: "permissionsChanged",
        address,
        chainId,
        ...(id !== undefined && { id: id as Hex }),
      });
    }
  }
}

/** Notifies of changed balances. */
export function tell(
  { assets, hub }: IndexerContext,
  chain: Chain,
  accounts: readonly Address[],
): void {
  const told = [...new Set(accounts.map((account) => getAddress(account)))].slice(0, MAX_TOLD);
  for (const address of told) {
    // Drop first: a subscriber that reads immediately must not get the old ones.
    assets.drop(address);
    hub.publish({ type: "assetsChanged", address, chainIds: [numberToHex(chain.id)] });
  }
}
