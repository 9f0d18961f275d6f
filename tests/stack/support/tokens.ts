/** Tokens on a stack's chain. @module */
import { type Address, encodeFunctionData, erc20Abi, type Hex } from "viem";
import type { Stack } from "../../../scripts/stack/mod.ts";

/** Reads an account's balance of a token. */
export async function balanceOf(
  { node }: Pick<Stack, "node">,
  token: Address,
  owner: Address,
): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [owner] });
  return BigInt(await node.request<Hex>("eth_call", [{ to: token, data }, "latest"]));
}

/** Encodes the call data of a transfer. */
export function transferData(to: Address, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] });
}
