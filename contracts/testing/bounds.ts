/** Builds and encodes bounds of the amounts that calls may take from an account. */
import { type Address, decodeErrorResult, encodeFunctionData, type Hex, zeroAddress } from "viem";
import { acctAbi } from "../artifacts/acct_abi.ts";
import type { Passkey } from "./passkey.ts";
import { type Call, sendCalls, type Stack } from "./stack.ts";

/** Kinds by name, as the contract numbers them. */
export const boundKind = {
  native: 0,
  erc20: 1,
  erc721: 2,
  erc1155: 3,
  erc6909: 4,
  erc20Allowance: 5,
  erc721Approval: 6,
  operator: 7,
  erc6909Allowance: 8,
  erc6909Operator: 9,
} as const;

/** Bound in the contract's format. */
export type Bound = { kind: number; asset: Address; id: bigint; spender: Address; most: bigint };

/** Completes a bound. */
export function bound(
  kind: keyof typeof boundKind,
  most: bigint,
  rest: Partial<Omit<Bound, "kind" | "most">> = {},
): Bound {
  return {
    kind: boundKind[kind],
    asset: zeroAddress,
    id: 0n,
    spender: zeroAddress,
    most,
    ...rest,
  };
}

/** Encodes calls with bounds. */
export function encodeBounded(calls: readonly Call[], bounds: readonly Bound[]): Hex {
  const full = calls.map(({ target, value = 0n, data = "0x" as Hex }) => ({ target, value, data }));
  return encodeFunctionData({ abi: acctAbi, functionName: "executeBounded", args: [full, bounds] });
}

/** Sends calls with bounds and returns the outcome: `ok`, or its error with the arguments. */
export async function outcome(
  stack: Stack,
  account: Address,
  owner: Passkey,
  calls: readonly Call[],
  bounds: readonly Bound[],
): Promise<string> {
  const { success, revertData } = await sendCalls(
    stack,
    account,
    owner,
    encodeBounded(calls, bounds),
  );
  if (success) return "ok";
  const { errorName, args = [] } = decodeErrorResult({ abi: acctAbi, data: revertData! });
  return `${errorName} ${args.join(" ")}`.trim();
}
