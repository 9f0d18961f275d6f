/**
 * Simulates calls with `eth_simulateV1`: first the account is created (our factory's call changes
 * nothing if it exists), then the EntryPoint calls it. The result is expected, not guaranteed.
 *
 * @module
 */
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBigInt,
  toEventSelector,
} from "viem";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import type { PrepareResult } from "../../core/protocol/service/mod.ts";
import type { Chain } from "./chain.ts";
import type { LogJson } from "./events.ts";
import { NodeError, revertData } from "./node.ts";
import { revertReason } from "./revert.ts";

/** Outcome of a simulation. */
export interface Simulation {
  /** Outcome for the client. */
  readonly outcome: PrepareResult["simulation"];
  /** Balance changes of the account by token; null is the native currency. */
  readonly changes: ReadonlyMap<Address | null, bigint>;
}

/** Account to simulate, with its creation. */
export interface Simulated {
  readonly address: Address;
  readonly factory: Address;
  readonly factoryData: Hex;
}

/** Result of one call. */
export interface CallResult {
  readonly status: Hex;
  readonly returnData: Hex;
  readonly logs?: readonly LogJson[];
  readonly error?: { readonly message?: string; readonly data?: unknown };
}

const TRANSFER = toEventSelector("Transfer(address,address,uint256)");
/** Address that `traceTransfers` uses for the native currency (ERC-7528). */
const NATIVE = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
/** Tokens reported: a contract can emit any number of events. */
const MAX_CHANGES = 40;

/** Simulates calls in order, after creating the account; `null` if the node does not support it. */
export async function simulateCalls(
  chain: Chain,
  { factory, factoryData }: Simulated,
  calls: readonly { from: Address; to: Address; data: Hex; gas?: Hex }[],
): Promise<CallResult[] | null> {
  if (!(await chain.probe()).simulates) return null;
  try {
    const blocks = await chain.node.request<{ calls: CallResult[] }[]>("eth_simulateV1", [{
      blockStateCalls: [{
        calls: [{ from: ENTRY_POINT, to: factory, data: factoryData }, ...calls],
      }],
      traceTransfers: true,
      validation: false,
    }, "latest"]);
    const results = blocks[0]?.calls.slice(1) ?? [];
    return results.length === calls.length ? results : null;
  } catch (error) {
    if (error instanceof NodeError) return null;
    throw error;
  }
}

/** Simulates calls of an account, deployed or not. */
export async function simulate(
  chain: Chain,
  account: Simulated,
  callData: Hex,
): Promise<Simulation> {
  const act = { from: ENTRY_POINT, to: account.address, data: callData };
  const [result] = await simulateCalls(chain, account, [act]) ?? [];
  if (result === undefined) return { outcome: { status: "unavailable" }, changes: new Map() };
  if (result.status !== "0x1") {
    const data = revertData(result.error?.data) ??
      (result.returnData === "0x" ? null : result.returnData);
    return { outcome: { status: "reverts", reason: revertReason(data) }, changes: new Map() };
  }
  return {
    outcome: { status: "success" },
    changes: sumTransfers(account.address, result.logs ?? []),
  };
}

/** Fee to collect, and the calls around it. */
export interface Collection {
  readonly callData: Hex;
  readonly token: Address;
  readonly taker: Address;
  readonly amount: bigint;
  /** True if it is collected before the calls. */
  readonly before: boolean;
}

/**
 * Returns whether calls succeed and a fee can be collected besides, all of it: some tokens keep a part
 * of each transfer. `null` if the node cannot tell.
 */
export async function canCollect(
  chain: Chain,
  account: Simulated,
  { callData, token, taker, amount, before }: Collection,
): Promise<boolean | null> {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: "transferFrom",
    args: [account.address, taker, amount],
  });
  const args = [taker] as const;
  const balance = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args });
  const ask = { from: taker, to: token, data: balance };
  const take = [ask, { from: taker, to: token, data }, ask];
  const act = { from: ENTRY_POINT, to: account.address, data: callData };
  const results = await simulateCalls(chain, account, before ? [...take, act] : [act, ...take]);
  if (results === null) return null;
  if (results.some(({ status }) => status !== "0x1")) return false;
  const [held, taken, holds] = before ? results : results.slice(1);
  // Old tokens return nothing on success; any other result must be true.
  return /^0x(0{63}1)?$/.test(taken!.returnData) &&
    toAmount(holds!.returnData) - toAmount(held!.returnData) >= amount;
}

/** Sums the transfers of an account. ERC-721 logs have a fourth topic and are left out. */
export function sumTransfers(
  account: Address,
  logs: readonly Pick<LogJson, "address" | "topics" | "data">[],
): Map<Address | null, bigint> {
  const changes = new Map<Address | null, bigint>();
  for (const { address, topics, data } of logs) {
    const [event, from, to] = topics;
    if (event !== TRANSFER || topics.length !== 3 || from === undefined || to === undefined) {
      continue;
    }
    if (!/^0x[0-9a-f]{64}$/i.test(data)) continue;
    const amount = hexToBigInt(data);
    const delta = (isAddress(to, account) ? amount : 0n) - (isAddress(from, account) ? amount : 0n);
    if (delta === 0n) continue;
    const token = address.toLowerCase() === NATIVE ? null : address.toLowerCase() as Address;
    if (!changes.has(token) && changes.size >= MAX_CHANGES) continue;
    changes.set(token, (changes.get(token) ?? 0n) + delta);
  }
  for (const [token, delta] of changes) if (delta === 0n) changes.delete(token);
  return changes;
}

function toAmount(word: Hex): bigint {
  return /^0x[0-9a-f]{64}$/i.test(word) ? hexToBigInt(word) : 0n;
}

function isAddress(topic: Hex, address: Address): boolean {
  return topic.slice(-40).toLowerCase() === address.slice(2).toLowerCase();
}
