/** Encodes calls with the approval of a fee in front. @module */
import { encodeFunctionData, erc20Abi, type Hex } from "viem";
import { type Call, encodeCalls } from "../../../core/account/calls.ts";
import { feeApproval } from "../../../core/fee/token_fee.ts";
import { NodeError } from "../../chain/node/node.ts";
import type { Quote } from "../../chain/simulation/gas.ts";
import type { FeeTokenState } from "./state.ts";

/** Amount in estimates: no real maximum has more bytes, and every token can hold it. */
export const STUB_AMOUNT = 2n ** 96n - 1n;

/**
 * Returns an encoder of the calls for an amount. It resets the allowance first if the token
 * requires that.
 */
export async function approving(
  { quote, calls }: { readonly quote: Quote; readonly calls: readonly Call[] },
  state: FeeTokenState,
): Promise<(amount: bigint) => Hex> {
  const { address: token, paymaster } = state.token;
  const { bounds, suffix } = quote;
  const reset = state.allowance > 0n && await refusesChange(quote, state);
  return (amount) =>
    encodeCalls([...feeApproval({ token, paymaster, amount, reset }), ...calls], bounds, suffix);
}

/** Returns whether a token refuses to change an allowance that is not 0, like some old tokens. */
async function refusesChange(
  { chain, draft }: Quote,
  { token: { address, paymaster } }: FeeTokenState,
): Promise<boolean> {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: "approve",
    args: [paymaster, STUB_AMOUNT],
  });
  try {
    await chain.node.request("eth_call", [{ from: draft.sender, to: address, data }, "latest"]);
    return false;
  } catch (error) {
    if (error instanceof NodeError) return true;
    throw error;
  }
}
