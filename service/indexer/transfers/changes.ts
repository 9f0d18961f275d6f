/**
 * Derives changes of assets and permissions from an operation's logs, for its sender and for other
 * accounts that it touched.
 */
import { type Address, erc20Abi, getAddress, type Hex, type Log, numberToHex } from "viem";
import { permissionsAbi } from "../../../contracts/artifacts/permissions_abi.ts";
import { contracts } from "../../../core/chain/contracts.ts";
import type { AssetsChange, PermissionsChange } from "../../../core/client/events/changes.ts";
import type { LogJson } from "../../chain/node/events.ts";
import { readEvents } from "../../chain/node/read_events.ts";

/**
 * Maximum accounts notified per operation: an airdrop has thousands, and they refresh on their own.
 */
const MAX_ACCOUNTS = 200;

/**
 * Returns the assets and permissions that logs report as changed, for the sender or for any
 * account.
 */
export function deriveChanges(
  sender: Address | null,
  chainId: number,
  logs: readonly LogJson[],
): (AssetsChange | PermissionsChange)[] {
  const where = numberToHex(chainId);
  const touched = new Set<Address>(sender === null ? [] : [getAddress(sender)]);
  const permissions = new Map<string, PermissionsChange>();
  // Any contract can emit events of this shape: treat them as hints only.
  const read = logs as readonly unknown[] as Log[];
  for (const { eventName, args } of readEvents(erc20Abi, read)) {
    if (eventName === "Transfer") touched.add(args.from).add(args.to);
  }
  const own = read.filter(({ address }) => same(address, contracts.permissions));
  for (const event of readEvents(permissionsAbi, own)) {
    // A spender's redemption is detected by the amount spent.
    if (!("account" in event.args)) continue;
    const { account: address } = event.args;
    const id = "id" in event.args ? event.args.id : undefined;
    const change = {
      type: "permissionsChanged",
      address,
      chainId: where,
      ...(id && { id }),
    } as const;
    permissions.set(`${address}${id}`, change);
    // Spending the native currency emits no other log.
    if (event.eventName === "Spent") touched.add(address);
  }
  const assets = [...touched].slice(0, MAX_ACCOUNTS).map((address) =>
    ({ type: "assetsChanged", address, chainIds: [where] }) as const
  );
  return [...assets, ...permissions.values()];
}

function same(one: Hex, other: Hex): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
