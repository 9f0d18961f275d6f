/**
 * Simulates calls with `eth_simulateV1`: the account is created first (our factory's call has no
 * effect if it exists), then the EntryPoint calls it. The result is expected, not guaranteed.
 *
 * @module
 */
import { type Address, encodeFunctionData, erc20Abi, type Hex, hexToBigInt, zeroHash } from "viem";
import { EXECUTE_USER_OP } from "../../../core/chain/abi.ts";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import { packOperation } from "../../entry_point/codec.ts";
import { executeAbi } from "../../entry_point/packed_abi.ts";
import type { Chain } from "../chain.ts";
import type { LogJson } from "../node/events.ts";
import { isUnreadable, NodeError } from "../node/node.ts";

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

/** Simulates calls in order, after creating the account; `null` if the node does not support it. */
export async function simulateCalls(
  chain: Chain,
  { factory, factoryData }: Simulated,
  calls: readonly { from: Address; to: Address; data: Hex; gas?: Hex }[],
): Promise<CallResult[] | null> {
  if (!(await chain.probe()).simulates) return null;
  const blocks = await simulate(chain, {
    blockStateCalls: [{
      calls: [{ from: ENTRY_POINT, to: factory, data: factoryData }, ...calls],
    }],
    traceTransfers: true,
    validation: false,
  });
  const results = blocks?.[0]?.slice(1) ?? [];
  return results.length === calls.length ? results : null;
}

/** Call as a node describes it. */
interface CallJson extends Omit<CallResult, "status" | "returnData" | "logs"> {
  readonly status: Hex | number;
  readonly returnData?: Hex | "" | null;
  readonly logs?: readonly LogJson[] | null;
}

/**
 * Simulates blocks and returns the results of their calls. Returns `null` if the node refuses or
 * its answer cannot be read.
 *
 * @throws {AcctError} `chain_down`
 */
export async function simulate(chain: Chain, request: object): Promise<CallResult[][] | null> {
  try {
    const blocks = await chain.node.request<{ calls: CallJson[] | null }[]>("eth_simulateV1", [
      request,
      "latest",
    ]);
    return blocks.map(({ calls }) => (calls ?? []).map(readCall));
  } catch (error) {
    if (error instanceof NodeError || isUnreadable(error)) return null;
    throw error;
  }
}

function readCall({ status, returnData, logs, ...rest }: CallJson): CallResult {
  return {
    ...rest,
    status: Number(status) === 1 ? "0x1" : "0x0",
    returnData: returnData || "0x",
    ...(logs && { logs }),
  };
}

/**
 * Builds the EntryPoint's call of the account. For `executeUserOp` it contains the operation,
 * because the account reads the owner's index from its signature.
 */
export function accountCall(
  operation: OperationJson,
): { readonly from: Address; readonly to: Address; readonly data: Hex } {
  const { sender: to, callData } = operation;
  const data = callData.toLowerCase().startsWith(EXECUTE_USER_OP)
    ? encodeFunctionData({ abi: executeAbi, args: [packOperation(operation), zeroHash] })
    : callData;
  return { from: ENTRY_POINT, to, data };
}

/** Fee to collect, and the calls around it. */
export interface Collection {
  /** The operation, with a placeholder for its signature. */
  readonly operation: OperationJson;
  readonly token: Address;
  readonly taker: Address;
  readonly amount: bigint;
  /** True if it is collected before the calls. */
  readonly before: boolean;
}

/**
 * Returns whether the calls succeed and the full fee can be collected after them: some tokens keep
 * a part of each transfer. Returns `null` if the node cannot simulate it.
 */
export async function canCollect(
  chain: Chain,
  account: Simulated,
  { operation, token, taker, amount, before }: Collection,
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
  const act = accountCall(operation);
  const results = await simulateCalls(chain, account, before ? [...take, act] : [act, ...take]);
  if (results === null) return null;
  if (results.some(({ status }) => status !== "0x1")) return false;
  const [held, taken, holds] = before ? results : results.slice(1);
  // Old tokens return no data on success. Any other result must be true.
  return /^0x(0{63}1)?$/.test(taken!.returnData) &&
    toAmount(holds!.returnData) - toAmount(held!.returnData) >= amount;
}

function toAmount(word: Hex): bigint {
  return /^0x[0-9a-f]{64}$/i.test(word) ? hexToBigInt(word) : 0n;
}
