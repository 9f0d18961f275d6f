/** Reads from the chain the payments out of a permission, with their recipients. @module */
import {
  type Address,
  erc20Abi,
  getAddress,
  type Hex,
  isAddressEqual,
  type Log,
  numberToHex,
  parseAbi,
  parseEventLogs,
  toEventSelector,
} from "viem";
import { NATIVE } from "../../core/chain/native.ts";
import { contracts } from "../../core/chain/contracts.ts";
import type { ServiceClient } from "../../core/client/client.ts";
import type { GrantedPermission } from "../device/permissions.ts";

/** A payment, as recorded on the chain. */
export interface Payment {
  readonly hash: Hex;
  /** Token contract, or `null` for the native currency. */
  readonly token: Address | null;
  readonly amount: bigint;
  /** Recipient; `null` if the chain's logs do not contain it. */
  readonly to: Address | null;
  /** Unix seconds; `null` if the block is unknown. */
  readonly at: number | null;
}

/** The last payments of a permission. */
export interface Payments {
  /** Newest first. */
  readonly last: readonly Payment[];
  /** True if earlier ones may exist. */
  readonly more: boolean;
}

/** Maximum number of payments shown. */
const MAX_SHOWN = 5;

/** Block ranges to search, the largest first, because nodes have different limits. */
const REACHES = [50_000n, 9_000n, 900n] as const;

const permissionsAbi = parseAbi([
  "event Spent(bytes32 indexed id, address indexed account, address indexed token, uint256 index, uint256 amount, uint256 period)",
]);
const SPENT = toEventSelector("Spent(bytes32,address,address,uint256,uint256,uint256)");

/**
 * Reads the last payments. Recipients come from the token's own transfers in the transaction;
 * the purpose reported by the agent is not on the chain.
 */
export async function readPayments(
  service: ServiceClient,
  account: Address,
  { id, chain }: Pick<GrantedPermission, "id" | "chain">,
): Promise<Payments> {
  const latest = BigInt(await service.chain(chain.id, "eth_blockNumber", []) as Hex);
  const { logs, from } = await findLogs(service, chain.id, id, latest);
  const spent = parseEventLogs({ abi: permissionsAbi, logs, eventName: "Spent" })
    .filter(({ address, args }) =>
      isAddressEqual(address, contracts.permissions) && args.id === id
    );
  // Each allowance of a token reports the same payment, so only the first one counts.
  const first = new Map<string, bigint>();
  for (const { args: { token, index } } of spent) {
    const key = token.toLowerCase();
    const known = first.get(key);
    if (known === undefined || index < known) first.set(key, index);
  }
  const payments = spent.filter(({ args }) => first.get(args.token.toLowerCase()) === args.index);
  const shown = payments.slice(-MAX_SHOWN).reverse();
  const blocks = new Map<Hex, Promise<Evidence>>();
  for (const { transactionHash: hash, blockNumber } of shown) {
    if (!blocks.has(hash)) blocks.set(hash, evidenceOf(service, chain.id, hash, blockNumber));
  }
  const last = await Promise.all(shown.map(async ({ transactionHash: hash, args }) => {
    const { transfers, at } = await blocks.get(hash)!;
    const to = transfers.filter(({ token, from, amount }) =>
      isAddressEqual(token, args.token) && isAddressEqual(from, account) && amount === args.amount
    );
    const [only] = new Set(to.map((each) => each.to.toLowerCase())).size === 1 ? to : [];
    return {
      hash,
      token: isAddressEqual(args.token, NATIVE) ? null : getAddress(args.token),
      amount: args.amount,
      to: only?.to ?? null,
      at,
    };
  }));
  return { last, more: payments.length > shown.length || from > 0n };
}

/** Finds the logs of a permission in the latest blocks, within the node's search range. */
async function findLogs(service: ServiceClient, chainId: number, id: Hex, latest: bigint) {
  for (const [attempt, reach] of REACHES.entries()) {
    const from = latest > reach ? latest - reach : 0n;
    try {
      const logs = await service.chain(chainId, "eth_getLogs", [{
        address: contracts.permissions,
        topics: [SPENT, id],
        fromBlock: numberToHex(from),
        toBlock: numberToHex(latest),
      }]);
      return { logs: logs as readonly unknown[] as Log<bigint, number, false>[], from };
    } catch (error) {
      if (attempt === REACHES.length - 1) throw error;
    }
  }
  throw new Error("unreachable");
}

/** Transfers of a transaction, and its time. */
interface Evidence {
  readonly transfers: readonly {
    readonly token: Address;
    readonly from: Address;
    readonly to: Address;
    readonly amount: bigint;
  }[];
  readonly at: number | null;
}

async function evidenceOf(
  service: ServiceClient,
  chainId: number,
  hash: Hex,
  blockNumber: bigint | Hex,
): Promise<Evidence> {
  const [receipt, block] = await Promise.all([
    service.chain(chainId, "eth_getTransactionReceipt", [hash]),
    service.chain(chainId, "eth_getBlockByNumber", [numberToHex(BigInt(blockNumber)), false])
      .catch(() => null),
  ]);
  const { logs = [] } = (receipt ?? {}) as { readonly logs?: readonly unknown[] };
  const { timestamp } = (block ?? {}) as { readonly timestamp?: Hex };
  return {
    transfers: parseEventLogs({
      abi: erc20Abi,
      logs: logs as Log[],
      eventName: "Transfer",
    }).map(({ address: token, args: { from, to, value: amount } }) => ({
      token,
      from,
      to,
      amount,
    })),
    at: timestamp === undefined ? null : Number(timestamp),
  };
}
