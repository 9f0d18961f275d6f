/** Fetches and decodes the permission contract's events. @module */
import {
  type Address,
  decodeEventLog,
  getAbiItem,
  type Hex,
  isAddressEqual,
  numberToHex,
  pad,
  toEventSelector,
} from "viem";
import { permissionsAbi } from "../../../contracts/artifacts/permissions_abi.ts";
import { contracts } from "../../../core/chain/contracts.ts";
import type { PermissionJson } from "../../../core/wire/permissions.ts";
import type { Chain } from "../../chain/chain.ts";
import { readable } from "../../chain/node/failure.ts";
import type { Blocks, PermissionRows } from "../../store/rows/permissions.ts";
import type { PermissionEndTable, PermissionTable } from "../../store/schema.ts";
import type { Store } from "../../store/store.ts";
import { fetchLogs, type RequireBlock } from "../reading/backfill.ts";
import { knownAddresses } from "./recoveries.ts";

/** Accounts per request: nodes limit the alternatives of a topic. */
const MAX_TOPICS = 100;

/** Topics of the indexed events: grants and revocations. */
export const topics: readonly Hex[] = (["PermissionApproved", "PermissionRevoked"] as const)
  .map((name) => toEventSelector(getAbiItem({ abi: permissionsAbi, name })));

/** Fetches the rows of a range, or of a block by its hash; see {@linkcode fetchLogs}. */
export async function fetchPermissions(
  store: Store,
  chain: Chain,
  place: Blocks | { readonly blockHash: Hex },
  requires?: RequireBlock,
): Promise<PermissionRows> {
  const address = contracts.permissions;
  const source = {
    filter: { address, topics: [topics] },
    of: (accounts: readonly Hex[]) => ({
      address,
      topics: [topics, null, accounts.map((each) => pad(each, { size: 32 }))],
    }),
    most: MAX_TOPICS,
    async accounts() {
      const granting = await store.selectFrom("permissions").select("account").distinct()
        .where("chain_id", "=", chain.id).execute();
      return [
        ...new Set([
          ...await knownAddresses(store),
          ...granting.map(({ account }) => account as Hex),
        ]),
      ];
    },
  };
  const { logs } = await fetchLogs(chain, place, source, requires);
  return permissionRows(chain.id, logs);
}

/** Log in the node's format. */
interface PermissionLog {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly blockNumber: Hex;
  readonly logIndex: Hex;
}

/** Reads the rows of logs, among which may be any other contract's. */
export function permissionRows(chainId: number, logs: readonly PermissionLog[]): PermissionRows {
  const permissions: PermissionTable[] = [];
  const ends: PermissionEndTable[] = [];
  for (const log of logs) {
    const isOwn = isAddressEqual(log.address, contracts.permissions) &&
      topics.includes(log.topics[0] ?? "0x");
    if (!isOwn) continue;
    const { eventName, args } = readable(() =>
      decodeEventLog({
        abi: permissionsAbi,
        data: log.data,
        topics: log.topics as [Hex, ...Hex[]],
      })
    );
    if (eventName !== "PermissionApproved" && eventName !== "PermissionRevoked") continue;
    const place = {
      chain_id: chainId,
      account: args.account.toLowerCase(),
      block_number: Number(log.blockNumber),
      position: Number(log.logIndex),
    };
    const id = args.id.toLowerCase();
    if (eventName === "PermissionRevoked") ends.push({ ...place, permission_id: id });
    else {
      const { spender, start, end, salt, calls, watched, spends } = args.permission;
      const permission: Omit<PermissionJson, "revoked"> = {
        id: args.id,
        chainId: numberToHex(chainId),
        account: args.account,
        spender,
        start,
        end,
        salt: numberToHex(salt, { size: 32 }),
        calls: calls.map(({ target, selector, rules }) => ({ target, selector, rules })),
        watched,
        spends: spends.map((each) => ({ ...each, allowance: numberToHex(each.allowance) })),
      };
      const row = { id, spender: spender.toLowerCase(), permission: JSON.stringify(permission) };
      permissions.push({ ...place, ...row });
    }
  }
  return { permissions, ends };
}
