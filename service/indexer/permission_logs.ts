/** Decodes the permission contract's events. @module */
import {
  type Address,
  decodeEventLog,
  getAbiItem,
  type Hex,
  isAddressEqual,
  numberToHex,
  toEventSelector,
} from "viem";
import { permissionsAbi } from "../../contracts/artifacts/permissions_abi.ts";
import { contracts } from "../../core/chain/contracts.ts";
import type { PermissionJson } from "../../core/protocol/service/mod.ts";
import { readable } from "../chain/failure.ts";
import type { PermissionRows } from "../store/permissions.ts";
import type { PermissionEndTable, PermissionTable } from "../store/schema.ts";

/** Log in the node's format. */
export interface RawLog {
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly blockNumber: Hex;
  readonly logIndex: Hex;
}

/** Event of the permission contract. */
export type PermissionEvent =
  & { readonly block: number; readonly position: number; readonly account: Address }
  & (
    | { readonly kind: "approved"; readonly permission: Omit<PermissionJson, "revoked"> }
    | { readonly kind: "revoked"; readonly id: Hex }
  );

const [approved, revoked] = (["PermissionApproved", "PermissionRevoked"] as const)
  .map((name) => toEventSelector(getAbiItem({ abi: permissionsAbi, name }))) as [Hex, Hex];

/** Topics of the indexed events. */
export const topics: readonly Hex[] = [approved, revoked];

/** Returns whether a log grants a permission. */
export function isApproval(log: RawLog): boolean {
  return log.topics[0] === approved;
}

/** Decodes a log. */
export function readEvent(log: RawLog, chainId: number): PermissionEvent {
  const { eventName, args } = readable(() =>
    decodeEventLog({
      abi: permissionsAbi,
      data: log.data,
      topics: log.topics as [Hex, ...Hex[]],
    })
  );
  const place = { block: Number(log.blockNumber), position: Number(log.logIndex) };
  switch (eventName) {
    case "PermissionApproved": {
      const { id, account, permission } = args;
      return {
        ...place,
        kind: "approved",
        account,
        permission: {
          id,
          chainId: numberToHex(chainId),
          account,
          spender: permission.spender,
          start: permission.start,
          end: permission.end,
          salt: numberToHex(permission.salt, { size: 32 }),
          calls: permission.calls.map(({ target, selector, rules }) => ({
            target,
            selector,
            rules,
          })),
          watched: permission.watched,
          spends: permission.spends.map((spend) => ({
            ...spend,
            allowance: numberToHex(spend.allowance),
          })),
        },
      };
    }
    case "PermissionRevoked":
      return { ...place, kind: "revoked", account: args.account, id: args.id };
    default:
      throw new Error(`unexpected event ${eventName}`);
  }
}

/** Converts events to rows. */
export function toRows(chainId: number, events: readonly PermissionEvent[]): PermissionRows {
  const permissions: PermissionTable[] = [];
  const ends: PermissionEndTable[] = [];
  for (const event of events) {
    const place = {
      chain_id: chainId,
      account: event.account.toLowerCase(),
      block_number: event.block,
      position: event.position,
    };
    if (event.kind === "approved") {
      permissions.push({
        ...place,
        id: event.permission.id.toLowerCase(),
        spender: event.permission.spender.toLowerCase(),
        permission: JSON.stringify(event.permission),
      });
    } else {
      ends.push({
        ...place,
        permission_id: event.id.toLowerCase(),
      });
    }
  }
  return { permissions, ends };
}

/** Reads the rows of logs, among which may be any other contract's. */
export function permissionRows(
  chainId: number,
  logs: readonly (RawLog & { readonly address: Address })[],
): PermissionRows {
  const own = logs.filter(({ address, topics: [topic = "0x"] }) =>
    isAddressEqual(address, contracts.permissions) && topics.includes(topic)
  );
  return toRows(chainId, own.map((log) => readEvent(log, chainId)));
}
