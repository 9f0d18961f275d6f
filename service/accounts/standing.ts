/**
 * Asks accounts which grants can live: those of the current epoch whose owner is still one, while
 * permissions are on.
 *
 * @module
 */
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  multicall3Abi,
  numberToHex,
} from "viem";
import { permissionsAbi } from "../../contracts/artifacts/permissions_abi.ts";
import { contracts, MULTICALL } from "../../core/chain/contracts.ts";
import type { Chain } from "../chain/chain.ts";
import { readable } from "../chain/failure.ts";
import { NodeError } from "../chain/node.ts";

/** Gas per read: anyone can make a grant of a contract that burns what it gets. */
const GAS_PER_CALL = 99_000n;

/** The part of a grant that decides whether it can live. */
export interface Granted {
  /** The granting account. */
  readonly account: Address;
  /** Salt: the epoch (64 bits) and the owner's index (16 bits) come first. */
  readonly salt: Hex;
}

/** Identifies all grants that live and end together. */
export function grantsOf({ account, salt }: Granted): string {
  return `${account.toLowerCase()} ${hexToBigInt(salt) >> 176n}`;
}

/** Reads which grants can live, by {@linkcode grantsOf}; those that do not tell are left out. */
export async function readStanding(
  chain: Chain,
  grants: readonly Granted[],
): Promise<ReadonlyMap<string, boolean>> {
  const each = [...new Map(grants.map((grant) => [grantsOf(grant), grant])).values()];
  if (each.length === 0) return new Map();
  const calls = each.map(({ account, salt }) => ({
    target: contracts.permissions,
    allowFailure: true,
    callData: encodeFunctionData({
      abi: permissionsAbi,
      functionName: "isStanding",
      args: [account, hexToBigInt(salt)],
    }),
  }));
  const ask = async (to: Address, data: Hex, gas: bigint) =>
    await chain.node.request<Hex>("eth_call", [{ to, data, gas: numberToHex(gas) }, "latest"]);
  const answers = await together(calls, ask).catch((error) => {
    if (!(error instanceof NodeError)) throw error;
    // One that burns its gas makes the whole call fail: ask each alone.
    return Promise.all(
      calls.map(({ target, callData }) =>
        ask(target, callData, GAS_PER_CALL).catch((error) => {
          if (error instanceof NodeError) return "0x" as const;
          throw error;
        })
      ),
    );
  });
  return new Map(
    answers.flatMap((answer, index) =>
      answer.length === 66 ? [[grantsOf(each[index]!), BigInt(answer) === 1n]] : []
    ),
  );
}

async function together(
  calls: readonly { target: Address; allowFailure: boolean; callData: Hex }[],
  ask: (to: Address, data: Hex, gas: bigint) => Promise<Hex>,
): Promise<Hex[]> {
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: "aggregate3",
    args: [calls],
  });
  const answer = await ask(MULTICALL, data, GAS_PER_CALL * BigInt(calls.length + 1));
  return readable(() =>
    decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data: answer })
  )
    .map(({ success, returnData }) => success ? returnData : "0x");
}
