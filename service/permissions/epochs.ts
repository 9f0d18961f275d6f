/** Reads the epochs of accounts: a permission of an earlier one is void. @module */
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
  numberToHex,
} from "viem";
import { permissionsAbi } from "../../core/chain/abi.ts";
import { contracts } from "../../core/chain/contracts.ts";
import { type Chain, MULTICALL } from "../chain/chain.ts";
import { NodeError } from "../chain/node.ts";

/** Gas per account: anyone can make a grant of a contract that burns what it gets. */
const GAS_PER_CALL = 100_000n;

/** Reads the epoch of each account; those that do not tell are left out. */
export async function readEpochs(
  chain: Chain,
  accounts: readonly Address[],
): Promise<ReadonlyMap<string, bigint>> {
  if (accounts.length === 0) return new Map();
  const calls = accounts.map((account) => ({
    target: contracts.permissions,
    allowFailure: true,
    callData: encodeFunctionData({
      abi: permissionsAbi,
      functionName: "epochOf",
      args: [account],
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
      answer.length === 66 ? [[accounts[index]!, BigInt(answer)]] : []
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
  return decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data: answer })
    .map(({ success, returnData }) => success ? returnData : "0x");
}
