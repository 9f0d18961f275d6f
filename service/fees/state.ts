/** What fees in tokens depend on, of an account and of the paymaster, in one request. @module */
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBigInt,
  multicall3Abi,
  parseAbi,
  size,
} from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../core/chain/contracts.ts";
import type { FeeTokenJson } from "../../core/service/protocol.ts";
import { type Chain, MULTICALL } from "../chain/chain.ts";
import type { TokenFeesConfig } from "../chain/config.ts";
import { priceSource } from "./price.ts";

/** A token, as an account stands to it. */
export interface FeeTokenState {
  readonly token: FeeTokenJson;
  /** What the account holds. */
  readonly balance: bigint;
  /** What the paymaster may take of it. */
  readonly allowance: bigint;
  /** Units per 10^18 wei, markup included; `null` without a price that can be trusted. */
  readonly tokenPerNative: bigint | null;
}

/** All of it. */
export interface FeeState {
  readonly tokens: readonly FeeTokenState[];
  /** The paymaster's deposit at the EntryPoint, wei. */
  readonly deposit: bigint;
  /** Most wei that an operation which pays afterwards may cost. */
  readonly postpaidCap: bigint;
}

const capAbi = parseAbi(["function postpaidCap() view returns (uint256)"]);
/** Hundredths of a per cent in a whole. */
const WHOLE = 10_000n;

/** Reads it. */
export async function readFeeState(
  chain: Chain,
  config: TokenFeesConfig,
  sender: Address,
  now: number,
): Promise<FeeState> {
  const { feeTokens } = await chain.probe();
  const { paymaster } = config;
  const reads = [
    {
      target: ENTRY_POINT,
      callData: encodeFunctionData({
        abi: entryPoint08Abi,
        functionName: "balanceOf",
        args: [paymaster],
      }),
    },
    {
      target: paymaster,
      callData: encodeFunctionData({ abi: capAbi, functionName: "postpaidCap" }),
    },
    ...feeTokens.flatMap(({ address }) => [
      {
        target: address,
        callData: encodeFunctionData({
          abi: erc20Abi,
          functionName: "balanceOf",
          args: [sender],
        }),
      },
      {
        target: address,
        callData: encodeFunctionData({
          abi: erc20Abi,
          functionName: "allowance",
          args: [sender, paymaster],
        }),
      },
    ]),
  ].map((read) => ({ ...read, allowFailure: true }));
  const [data, prices] = await Promise.all([
    chain.node.request<Hex>("eth_call", [{
      to: MULTICALL,
      data: encodeFunctionData({
        abi: multicall3Abi,
        functionName: "aggregate3",
        args: [reads],
      }),
    }, "latest"]),
    readPrices(chain, config, now),
  ]);
  const results = decodeFunctionResult({
    abi: multicall3Abi,
    functionName: "aggregate3",
    data,
  });
  const word = (index: number) => {
    const result = results[index];
    return result?.success === true && size(result.returnData) === 32
      ? hexToBigInt(result.returnData)
      : 0n;
  };
  return {
    deposit: word(0),
    postpaidCap: word(1),
    tokens: prices.map((priced, index) => ({
      ...priced,
      balance: word(2 + 2 * index),
      allowance: word(3 + 2 * index),
    })),
  };
}

/** The tokens of a chain with their prices; `null` where there is none that can be trusted now. */
export async function readPrices(
  chain: Chain,
  config: TokenFeesConfig,
  now: number,
): Promise<Pick<FeeTokenState, "token" | "tokenPerNative">[]> {
  const { feeTokens } = await chain.probe();
  return await Promise.all(
    feeTokens.map(async (token) => ({
      token,
      tokenPerNative: await priceOf(chain, config, token, now),
    })),
  );
}

/** A token's price with its markup; `null` if there is none now, which only takes the choice away. */
async function priceOf(
  chain: Chain,
  config: TokenFeesConfig,
  token: FeeTokenJson,
  now: number,
): Promise<bigint | null> {
  const told = config.tokens.find(({ address }) =>
    address.toLowerCase() === token.address.toLowerCase()
  );
  if (told === undefined) return null;
  try {
    const price = await priceSource(chain.node, told.price, token.decimals).tokenPerNative(now);
    return (price * (WHOLE + BigInt(told.markup)) + WHOLE - 1n) / WHOLE;
  } catch {
    return null;
  }
}
