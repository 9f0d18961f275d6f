/** Reads from many contracts, some of which may be hostile. @module */
import { decodeFunctionResult, encodeFunctionData, multicall3Abi, numberToHex } from "viem";
import { MULTICALL } from "../chain/contracts.ts";
import type { Address, Hex } from "../lib/hex.ts";
import { AcctError } from "../ground/errors.ts";
import type { ServiceClient } from "./client.ts";

/** Reads per request: nodes limit the gas of each. */
const MAX_READS = 200;
/** Gas of a read that is retried alone. */
const GAS_ALONE = numberToHex(300_000);

/**
 * Error codes of nodes for calls that revert or run out of gas; other codes are failures to answer.
 */
export const nodeCodes: readonly number[] = [-32000, -32003, -32015, 3];

/** A read. */
export interface ContractRead {
  /** Contract. */
  readonly target: Address;
  /** Call data. */
  readonly data: Hex;
}

/**
 * Reads in few requests; returns `0x` for reverted calls. Calls that fail in a batch are retried
 * alone: one contract that burns the gas must not hide the results of the next.
 *
 * @throws {AcctError} `chain_down`
 */
export async function readContracts(
  service: Pick<ServiceClient, "chain">,
  chainId: number,
  reads: readonly ContractRead[],
  signal?: AbortSignal,
): Promise<Hex[]> {
  const answers: Hex[] = [];
  for (let from = 0; from < reads.length; from += MAX_READS) {
    const part = reads.slice(from, from + MAX_READS);
    const results = await probeCalls(service, chainId, part, signal);
    answers.push(
      ...await Promise.all(
        results.map(({ success, returnData }, index) =>
          success ? returnData : readAlone(service, chainId, part[index]!, signal)
        ),
      ),
    );
  }
  return answers;
}

/** Makes calls in one request, and returns the outcome of each. */
export async function probeCalls(
  service: Pick<ServiceClient, "chain">,
  chainId: number,
  calls: readonly ContractRead[],
  signal?: AbortSignal,
): Promise<readonly { readonly success: boolean; readonly returnData: Hex }[]> {
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: "aggregate3",
    args: [calls.map(({ target, data }) => ({ target, callData: data, allowFailure: true }))],
  });
  const request = [{ to: MULTICALL, data }, "latest"];
  const answer = await service.chain(chainId, "eth_call", request, signal) as Hex;
  return decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data: answer });
}

async function readAlone(
  service: Pick<ServiceClient, "chain">,
  chainId: number,
  { target: to, data }: ContractRead,
  signal?: AbortSignal,
): Promise<Hex> {
  try {
    const request = [{ to, data, gas: GAS_ALONE }, "latest"];
    return await service.chain(chainId, "eth_call", request, signal) as Hex;
  } catch (error) {
    if (error instanceof AcctError && nodeCodes.includes(error.code)) return "0x";
    throw error;
  }
}
