/** Reads the inputs of token fees from the account and the paymasters, in one request. @module */
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBigInt,
  multicall3Abi,
  size,
} from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { tokenPaymasterAbi } from "../../../contracts/artifacts/token_paymaster_abi.ts";
import { ENTRY_POINT, MULTICALL } from "../../../core/chain/contracts.ts";
import type { Chain } from "../../chain/chain.ts";
import { readable } from "../../chain/node/failure.ts";
import { readPrices, type TokenPrice } from "./prices.ts";

/** Token with the account's and the paymaster's state. */
export interface FeeTokenState extends TokenPrice {
  /** Balance of the account. */
  readonly balance: bigint;
  /** Allowance of the paymaster. */
  readonly allowance: bigint;
  /** The paymaster's deposit at the EntryPoint in wei. */
  readonly deposit: bigint;
}

/** State of all fee tokens. */
export interface FeeState {
  readonly tokens: readonly FeeTokenState[];
  /** Maximum wei of an operation that pays our own paymaster after execution. */
  readonly postpaidCap: bigint;
  /** Maximum wei of any operation that it pays; 0 while paused. */
  readonly maxCost: bigint;
}

/** Reads the state; `now` in Unix seconds, by the later of our clock and the chain's. */
export async function readFeeState(
  chain: Chain,
  sender: Address,
  now: number,
): Promise<FeeState> {
  const { feeTokens } = await chain.probe();
  const { tokenFees } = chain;
  const limits = tokenFees === null ? [] : (["postpaidCap", "maxCost"] as const).map((name) => ({
    target: tokenFees.paymaster,
    callData: encodeFunctionData({ abi: tokenPaymasterAbi, functionName: name }),
  }));
  const ofToken = feeTokens.flatMap(({ address, paymaster }) => [
    {
      target: address,
      callData: encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [sender] }),
    },
    {
      target: address,
      callData: encodeFunctionData({
        abi: erc20Abi,
        functionName: "allowance",
        args: [sender, paymaster],
      }),
    },
    {
      target: ENTRY_POINT,
      callData: encodeFunctionData({
        abi: entryPoint08Abi,
        functionName: "balanceOf",
        args: [paymaster],
      }),
    },
  ]);
  const reads = [...ofToken, ...limits].map((read) => ({ ...read, allowFailure: true }));
  const [data, prices] = await Promise.all([
    chain.node.request<Hex>("eth_call", [{
      to: MULTICALL,
      data: encodeFunctionData({
        abi: multicall3Abi,
        functionName: "aggregate3",
        args: [reads],
      }),
    }, "latest"]),
    readPrices(chain, now),
  ]);
  const results = readable(() =>
    decodeFunctionResult({
      abi: multicall3Abi,
      functionName: "aggregate3",
      data,
    })
  );
  const word = (index: number) => {
    const result = results[index];
    return result?.success === true && size(result.returnData) === 32
      ? hexToBigInt(result.returnData)
      : 0n;
  };
  return {
    tokens: prices.map((priced, index) => ({
      ...priced,
      balance: word(3 * index),
      allowance: word(3 * index + 1),
      deposit: word(3 * index + 2),
    })),
    postpaidCap: word(ofToken.length),
    maxCost: word(ofToken.length + 1),
  };
}
