/**
 * Asks accounts which grants are active: grants of the current epoch from a current owner, if
 * permissions are enabled.
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
import { readable } from "../chain/node/failure.ts";
import { NodeError } from "../chain/node/node.ts";

/** Gas limit per read. Anyone can create a grant of a contract that burns all its gas. */
const GAS_PER_CALL = 99_000n;

/** The part of a grant that decides whether it can live. */
export interface Granted {
  /** The granting account. */
  readonly account: Address;
  /** Salt: the epoch (64 bits) and the owner's index (16 bits) come first. */
  readonly salt: Hex;
}

/** Identifies all grants that become inactive together. */
export function grantsOf({ account, salt }: Granted): string {
  return `${account.toLowerCase()} ${hexToBigInt(salt) >> 176n}`;
}

/**
 * Reads which grants are active, keyed by {@linkcode grantsOf}. Grants without an answer are
 * omitted.
 */
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
    // A contract that burns its gas makes the whole call fail, so each is asked separately.
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
