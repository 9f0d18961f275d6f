/** What an account looks like on a chain right now, in one request to the node. @module */
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  multicall3Abi,
} from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import { LANES } from "../sponsor/budget.ts";
import { type Chain, MULTICALL } from "./chain.ts";

/** An account on a chain. */
export interface AccountState {
  /** Whether it has code. */
  readonly deployed: boolean;
  /** Wei. */
  readonly balance: bigint;
  /** The next sequence of each nonce key that we use. */
  readonly sequences: ReadonlyMap<bigint, bigint>;
  /** The sponsor's deposit at the EntryPoint, wei; 0 without a sponsor. */
  readonly sponsorDeposit: bigint;
  /** The latest block. */
  readonly block: { readonly number: number; readonly timestamp: number; readonly baseFee: bigint };
  /** Wei per gas that gets a transaction in. */
  readonly tip: bigint;
}

/** Reads it; `nonceKeys` beside our own are read too. */
export async function readState(
  chain: Chain,
  sender: Address,
  nonceKeys: readonly bigint[] = [],
): Promise<AccountState> {
  const keys = [...new Set([...Array.from({ length: LANES }, (_, n) => BigInt(n)), ...nonceKeys])];
  const paymaster = chain.sponsor?.paymaster;
  const [code, balance, block, tip, nonces] = await Promise.all([
    chain.node.request<Hex>("eth_getCode", [sender, "latest"]),
    chain.node.request<Hex>("eth_getBalance", [sender, "latest"]),
    chain.node.request<{ number: Hex; timestamp: Hex; baseFeePerGas?: Hex }>(
      "eth_getBlockByNumber",
      ["latest", false],
    ),
    chain.node.request<Hex>("eth_maxPriorityFeePerGas"),
    chain.node.request<Hex>("eth_call", [{
      to: MULTICALL,
      data: encodeFunctionData({
        abi: multicall3Abi,
        functionName: "aggregate3",
        args: [[
          ...keys.map((key) => ({
            target: ENTRY_POINT,
            allowFailure: false,
            callData: encodeFunctionData({
              abi: entryPoint08Abi,
              functionName: "getNonce",
              args: [sender, key],
            }),
          })),
          ...(paymaster === undefined ? [] : [{
            target: ENTRY_POINT,
            allowFailure: false,
            callData: encodeFunctionData({
              abi: entryPoint08Abi,
              functionName: "balanceOf",
              args: [paymaster],
            }),
          }]),
        ]],
      }),
    }, "latest"]),
  ]);
  const results = decodeFunctionResult({
    abi: multicall3Abi,
    functionName: "aggregate3",
    data: nonces,
  });
  const word = (index: number) => {
    const data = results[index]?.returnData;
    if (data === undefined) throw new AcctError("internal", { detail: "a multicall came short" });
    return hexToBigInt(data);
  };
  return {
    deployed: code !== "0x",
    balance: hexToBigInt(balance),
    sequences: new Map(keys.map((key, index) => [key, word(index) & 0xffffffffffffffffn])),
    sponsorDeposit: paymaster === undefined ? 0n : word(keys.length),
    block: {
      number: Number(block.number),
      timestamp: Number(block.timestamp),
      baseFee: hexToBigInt(block.baseFeePerGas ?? "0x0"),
    },
    tip: hexToBigInt(tip),
  };
}

/** The fee that the service offers: the base fee may double until the operation lands. */
export function maxFeePerGas({ block, tip }: Pick<AccountState, "block" | "tip">): bigint {
  return 2n * block.baseFee + tip;
}
