/** A chain in memory with the permission contract's events. Its node can be faulty. @module */
import {
  type Address,
  encodeAbiParameters,
  getAbiItem,
  type Hex,
  isHex,
  numberToHex,
  pad,
} from "viem";
import { permissionsAbi } from "../../../contracts/artifacts/permissions_abi.ts";
import { contracts } from "../../../core/chain/contracts.ts";
import type { Chain } from "../../chain/chain.ts";
import { createChain } from "../../chain/create_chain.ts";
import { NodeError } from "../../chain/node/node.ts";
import type { IndexerContext } from "../reading/context.ts";
import type { BlockFollower } from "../follow.ts";
import type { Store } from "../../store/store.ts";
import { topics } from "../permissions/permission_logs.ts";

/** Account with ending permissions. */
export const account: Address = `0x${"11".repeat(20)}`;

/** Answers in place of the node; `undefined` lets it answer itself. */
export type Illness = (method: string, params: readonly unknown[]) => unknown;

interface Filter {
  readonly blockHash?: Hex;
  readonly fromBlock?: Hex;
  readonly toBlock?: Hex;
  readonly topics: readonly (Hex | readonly Hex[] | null)[];
}

/** Data of the event of a grant. */
const granted = encodeAbiParameters(
  getAbiItem({ abi: permissionsAbi, name: "PermissionApproved" }).inputs.slice(-1),
  [{ account, spender: account, start: 0, end: 1, salt: 0n, calls: [], spends: [], watched: [] }],
);

/** Blocks of a fork, at most. */
const FORK = 1_000_000;

/** Hash of a block on a fork. */
export const hashOf = (number: number, fork = 0): Hex =>
  numberToHex(FORK * fork + number + 1, { size: 32 });

/** Creates a chain with the latest block `head`; `ends` are the ends of permissions by block. */
export function fakeChain(head: number, ends: readonly (readonly [id: number, block: number])[]) {
  const state = {
    head,
    ends: [...ends] as (readonly [id: number, block: number, from?: Address])[],
    grants: [] as (readonly [id: number, block: number])[],
    /** First block of the fork. */
    forked: Infinity,
    asked: [] as string[],
    ill: (() => undefined) as Illness,
  };
  const hash = (number: number) => hashOf(number, number >= state.forked ? 1 : 0);
  const block = (number: number) =>
    number > state.head ? null : {
      number: numberToHex(number),
      hash: hash(number),
      parentHash: hash(number - 1),
      timestamp: numberToHex(1_700_000_000 + number),
      transactions: [],
    };
  const logs = ({ blockHash, fromBlock, toBlock, topics: wanted }: Filter) => {
    const number = blockHash === undefined ? undefined : Number(blockHash) % FORK - 1;
    if (number !== undefined && (number > state.head || hash(number) !== blockHash)) {
      throw new NodeError(-32000, "unknown block", undefined);
    }
    const [first, last] = [number ?? Number(fromBlock), number ?? Number(toBlock)];
    const accounts = wanted[2] as readonly Hex[] | null | undefined;
    const all = [
      ...state.grants.map(([id, at]) => [id, at, account, topics[0]!, granted] as const),
      ...state.ends.map(([id, at, from = account]) => [id, at, from, topics[1]!, "0x"] as const),
    ];
    return all.flatMap(([id, at, from, topic, data], index) =>
      at < first || at > last || at > state.head ? [] : [{
        address: contracts.permissions,
        topics: [
          topic,
          pad(numberToHex(id), { size: 32 }),
          pad(from, { size: 32 }),
          ...(data === "0x" ? [] : [pad(account, { size: 32 })]),
        ],
        data,
        blockNumber: numberToHex(at),
        blockHash: hash(at),
        logIndex: numberToHex(index),
        transactionHash: pad("0x01", { size: 32 }),
      }]
    ).filter(({ topics: [, , from] }) => !accounts || accounts.includes(from!));
  };
  const request = async (method: string, params: readonly unknown[] = []): Promise<unknown> => {
    state.asked.push(method);
    const instead = await state.ill(method, params);
    if (instead !== undefined) return instead;
    const [first] = params;
    if (method === "eth_chainId") return "0x1";
    if (method === "eth_blockNumber") return numberToHex(state.head);
    if (method === "eth_getLogs") return logs(first as Filter);
    if (method === "eth_getBlockByNumber") return block(isHex(first) ? Number(first) : state.head);
    throw new NodeError(-32601, "method not found", undefined);
  };
  const created = createChain({
    id: 1,
    name: "Test",
    testnet: true,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrl: "http://localhost:1",
    bundler: "http://localhost:1",
  });
  const node = { request, health: () => [true] };
  const chain = { ...created, node, reads: node, passed: node } as unknown as Chain;
  return { chain, state };
}

/** Creates the context of a process with one chain, and records the permissions that it reports. */
export function contextOf(store: Store, chain: Chain, wake: (chainId: number) => void = () => {}) {
  const told: number[] = [];
  const events: string[] = [];
  const context = {
    store,
    chains: new Map([[1, chain]]),
    follower: { wake },
    metrics: { set() {}, count() {} },
    assets: { drop() {} },
    log: (_level: string, event: string, _fields: object, error?: unknown) =>
      events.push(error === undefined ? event : `${event}: ${error}`),
    hub: {
      addresses: () => [],
      publish: (change: { type: string; id?: Hex }) => {
        if (change.type === "permissionsChanged") told.push(Number(change.id));
      },
    },
  } as unknown as IndexerContext & { readonly follower: Pick<BlockFollower, "wake"> };
  return { context, told, events };
}

/** Lists the stored ends. */
export async function endsOf(store: Store): Promise<(readonly [id: number, block: number])[]> {
  const rows = await store.selectFrom("permission_ends").selectAll()
    .orderBy("block_number").orderBy("position").execute();
  return rows.map(({ permission_id, block_number }) => [Number(permission_id), block_number]);
}
