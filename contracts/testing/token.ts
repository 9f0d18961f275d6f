/** Encodes calls of tokens, and reads balances. */
import { type Address, encodeFunctionData, type Hex } from "viem";
import { testTokenAbi } from "../artifacts/test_token_abi.ts";
import { type Stack, transact } from "./stack.ts";

const abi = testTokenAbi;

/** Encodes calls of a token. */
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

/** Mints tokens. */
export async function mint(
  stack: Stack,
  token: Address,
  to: Address,
  amount: bigint,
): Promise<void> {
  await transact(stack, { to: token, data: tokenData.mint(to, amount) });
}

/** Reads the balance of an address. */
export function balanceOf({ client }: Stack, token: Address, owner: Address): Promise<bigint> {
  return client.readContract({ address: token, abi, functionName: "balanceOf", args: [owner] });
}

/** Reads the allowance of a spender. */
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
