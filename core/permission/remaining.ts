/** What is left of a permission's allowances, as the contract counts it. @module */
import { decodeFunctionResult, encodeFunctionData } from "viem";
import { permissionsAbi } from "../chain/abi.ts";
import { contracts } from "../chain/contracts.ts";
import type { Hex } from "../lib/hex.ts";
import type { Permission } from "./permission.ts";

/** The `eth_call` that asks. */
export function remainingCall(permission: Permission): { readonly to: Hex; readonly data: Hex } {
  return {
    to: contracts.permissions,
    data: encodeFunctionData({
      abi: permissionsAbi,
      functionName: "remaining",
      args: [permission],
    }),
  };
}

/** Amounts from its answer, in the order of `spends`. */
export function readRemaining(answer: Hex): readonly bigint[] {
  const left = decodeFunctionResult({
    abi: permissionsAbi,
    functionName: "remaining",
    data: answer,
  });
  return left.map(({ amount }) => amount);
}
