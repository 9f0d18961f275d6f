/** Reads a permission's remaining allowances from the contract. @module */
import { decodeFunctionResult, encodeFunctionData } from "viem";
import { permissionsAbi } from "../chain/abi.ts";
import { contracts } from "../chain/contracts.ts";
import type { Hex } from "../lib/hex.ts";
import type { Permission } from "./permission.ts";

/** Encodes the `eth_call`. */
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

/** Decodes the amounts from its result, in the order of `spends`. */
export function readRemaining(answer: Hex): readonly bigint[] {
  const left = decodeFunctionResult({
    abi: permissionsAbi,
    functionName: "remaining",
    data: answer,
  });
  return left.map(({ amount }) => amount);
}
