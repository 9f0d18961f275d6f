/** Whom an operation touched, as its logs tell: its sender, and others that never asked for it. */
import {
  type Address,
  erc20Abi,
  getAddress,
  type Hex,
  type Log,
  numberToHex,
  parseEventLogs,
} from "viem";
import { permissionsAbi } from "../../contracts/artifacts/permissions_abi.ts";
import { contracts } from "../../core/chain/contracts.ts";
import type { AssetsChange, PermissionsChange } from "../../core/client/changes.ts";
import type { LogJson } from "../chain/events.ts";

/** Accounts of one operation that are told; an airdrop has thousands, who see it by themselves. */
const MOST = 200;

/** The assets and permissions that logs say were changed: an operation's own, or anybody's. */
export function changesOf(
  sender: Address | null,
  chainId: number,
  logs: readonly LogJson[],
): (AssetsChange | PermissionsChange)[] {
  const where = numberToHex(chainId);
  const touched = new Set<Address>(sender === null ? [] : [getAddress(sender)]);
  const permissions = new Map<string, PermissionsChange>();
  // Any contract may log what looks like these, so they are hints and nothing more.
  const read = logs as readonly unknown[] as Log[];
  for (const { args } of parseEventLogs({ abi: erc20Abi, logs: read, eventName: "Transfer" })) {
    touched.add(args.from).add(args.to);
  }
  const own = read.filter(({ address }) => same(address, contracts.permissions));
  for (const event of parseEventLogs({ abi: permissionsAbi, logs: own })) {
    const { account: address } = event.args;
    const id = "id" in event.args ? event.args.id : undefined;
    const change = {
      type: "permissionsChanged",
      address,
      chainId: where,
      ...(id && { id }),
    } as const;
    permissions.set(`${address}${id}`, change);
    // What is spent of the native currency leaves no other log.
    if (event.eventName === "Spent") touched.add(address);
  }
  const assets = [...touched].slice(0, MOST).map((address) =>
    ({ type: "assetsChanged", address, chainIds: [where] }) as const
  );
  return [...assets, ...permissions.values()];
}

function same(one: Hex, other: Hex): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
