/** Calls of tokens, and their balances. */
import { type Address, encodeFunctionData, type Hex } from "viem";
import { testTokenAbi } from "../artifacts/test_token_abi.ts";
import { type Stack, transact } from "./stack.ts";

const abi = testTokenAbi;

/** Call data of a token. */
export const tokenData = {
  transfer: (to: Address, amount: bigint): Hex =>
    encodeFunctionData({ abi, functionName: "transfer", args: [to, amount] }),
  transferFrom: (from: Address, to: Address, amount: bigint): Hex =>
    encodeFunctionData({ abi, functionName: "transferFrom", args: [from, to, amount] }),
  approve: (spender: Address, amount: bigint): Hex =>
    encodeFunctionData({ abi, functionName: "approve", args: [spender, amount] }),
  mint: (to: Address, amount: bigint): Hex =>
    encodeFunctionData({ abi, functionName: "mint", args: [to, amount] }),
} as const;

/** Makes tokens. */
export async function mint(
  stack: Stack,
  token: Address,
  to: Address,
  amount: bigint,
): Promise<void> {
  await transact(stack, { to: token, data: tokenData.mint(to, amount) });
}

/** What an address has. */
export function balanceOf({ client }: Stack, token: Address, owner: Address): Promise<bigint> {
  return client.readContract({ address: token, abi, functionName: "balanceOf", args: [owner] });
}

/** What one lets another take. */
export function allowanceOf(
  { client }: Stack,
  token: Address,
  owner: Address,
  spender: Address,
): Promise<bigint> {
  return client.readContract({
    address: token,
    abi,
    functionName: "allowance",
    args: [owner, spender],
  });
}
