/** Tells accounts of what changed by others, in all processes. @module */
import { type Address, getAddress, type Hex, numberToHex } from "viem";
import type { Chain } from "../chain/chain.ts";
import type { Context } from "../context.ts";
import type { NamedPermission } from "../store/permissions.ts";

/** Accounts told of one block: an airdrop has thousands, which refresh on their own. */
const MAX_TOLD = 500;

/** Tells of permissions that changed. */
export function tellPermissions(
  { hub }: Context,
  chain: Chain,
  permissions: readonly NamedPermission[],
): void {
  const chainId = numberToHex(chain.id);
  for (const { account, id } of permissions) {
    const address = getAddress(account);
    hub.publish({ type: "permissionsChanged", address, chainId, id: id as Hex });
  }
}

/** Tells of changed balances. */
export function tell({ assets, hub }: Context, chain: Chain, accounts: readonly Address[]): void {
  const told = [...new Set(accounts.map((account) => getAddress(account)))].slice(0, MAX_TOLD);
  for (const address of told) {
    // Drop first: a subscriber that asks at once must not get the old ones.
    assets.drop(address);
    hub.publish({ type: "assetsChanged", address, chainIds: [numberToHex(chain.id)] });
  }
}
