/** Reads balances from the node: the operator's token list in one multicall. @module */
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  multicall3Abi,
  numberToHex,
} from "viem";
import { MULTICALL } from "../../core/chain/contracts.ts";
import type { Chain } from "../chain/chain.ts";
import { readable, unreadable } from "../chain/node/failure.ts";
import { NodeError } from "../chain/node/node.ts";
import { readToken } from "../chain/tokens.ts";
import { readBytes } from "../chain/words.ts";
import type { AssetSource, Balance } from "./source.ts";

/** Gas per balance: enough for proxies and rebasing tokens, too little to stall the node. */
const GAS_PER_CALL = 300_000n;

/** Source of balances that only needs a node. */
export const multicallSource: AssetSource = {
  async balances(chain, account, tokens = chain.config.tokens ?? []) {
    const list = [...new Set(tokens.map((token) => token.toLowerCase() as Address))];
    const [native, ...amounts] = await together(chain, account, list);
    const held = list.flatMap((address, index): { address: Address; amount: bigint }[] => {
      const amount = amounts[index] ?? 0n;
      return amount === 0n ? [] : [{ address, amount }];
    });
    const named = await Promise.all(held.map(async ({ address, amount }): Promise<Balance> => ({
      address,
      amount,
      token: await readToken(chain, address),
    })));
    return [
      { address: null, amount: native ?? 0n, token: chain.config.nativeCurrency },
      ...named,
    ];
  },
};

/**
 * Reads the native balance, then the token balances. Returns `null` for contracts without an
 * answer.
 */
async function together(
  chain: Chain,
  account: Address,
  tokens: readonly Address[],
): Promise<(bigint | null)[]> {
  const balanceOf = encodeFunctionData({
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [account],
  });
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: "aggregate3",
    args: [[
      {
        target: MULTICALL,
        allowFailure: false,
        callData: encodeFunctionData({
          abi: multicall3Abi,
          functionName: "getEthBalance",
          args: [account],
        }),
      },
      ...tokens.map((target) => ({ target, allowFailure: true, callData: balanceOf })),
    ]],
  });
  const gas = numberToHex(GAS_PER_CALL * BigInt(tokens.length + 1));
  // Separate from other calls: the contracts decide how much they return. A contract that burns all
  // gas or returns megabytes makes the whole call fail.
  const answer = await chain.reads.request<Hex>("eth_call", [
    { to: MULTICALL, data, gas },
    "latest",
  ])
    .catch((error) => {
      if (error instanceof NodeError) return null;
      throw error;
    });
  const found = answer === null ? await withoutTokens(chain, account, tokens) : all(answer, tokens);
  // A multicall cannot limit the gas of each call, so another contract may have caused a failure.
  // Failed contracts are asked again, separately and with a limit.
  return await Promise.all(found.map((amount, index) => {
    const token = tokens[index - 1];
    return amount !== null || token === undefined ? amount : alone(chain, token, balanceOf);
  }));
}

/** Reads the balances of a multicall's answer, the native one first. */
function all(data: Hex, tokens: readonly Address[]): (bigint | null)[] {
  const results = readable(() =>
    decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data })
  );
  const found = results.map(({ success, returnData }) => success ? word(returnData) : null);
  if (found.length !== tokens.length + 1 || found[0] === null) throw unreadable();
  return found;
}

/** Reads the native balance alone. */
async function withoutTokens(
  chain: Chain,
  account: Address,
  tokens: readonly Address[],
): Promise<(bigint | null)[]> {
  const native = await chain.node.request<Hex>("eth_getBalance", [account, "latest"]);
  return [BigInt(native), ...tokens.map(() => null)];
}

/**
 * Asks one token. The answer is cut one byte after the expected length, which is enough to reject
 * it.
 */
async function alone(chain: Chain, target: Address, callData: Hex): Promise<bigint | null> {
  const answer = await readBytes(chain, { target, callData }, 33);
  return answer === null ? null : word(answer);
}

/** Parses exactly one word: anything else is no balance. */
function word(data: Hex): bigint | null {
  return data.length === 66 ? BigInt(data) : null;
}
