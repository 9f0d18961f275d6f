/** Describes the effects of calls for clients, with the tokens' own metadata. @module */
import { type Address, encodeFunctionData, erc20Abi, type Hex, numberToHex } from "viem";
import type { PrepareResult } from "../../../core/protocol/service/mod.ts";
import type { TokenJson } from "../../../core/wire/values.ts";
import type { Chain } from "../chain.ts";
import type { Effects } from "./effects.ts";
import { nativeToken, readToken } from "../tokens.ts";
import { readWords } from "../words.ts";

/**
 * Describes changes of balances, items and approvals. Contracts that are not tokens are omitted
 * from the balances.
 */
export async function describeEffects(
  chain: Chain,
  account: Address,
  { changes, items, approvals }: Effects,
): Promise<Pick<PrepareResult, "changes" | "items" | "approvals">> {
  const [changed, moved, given] = await Promise.all([
    Promise.all([...changes].map(async ([address, delta]) => ({
      token: address === null ? nativeToken(chain) : await readToken(chain, address),
      delta: delta.toString(),
    }))),
    Promise.all(items.map(async ({ token, id, delta }) => ({
      token: await describeToken(chain, token),
      id: numberToHex(id),
      delta: delta.toString(),
    }))),
    Promise.all(approvals.map(async ({ kind, token, spender, amount }) => ({
      kind,
      token: await describeToken(chain, token),
      spender,
      amount: numberToHex(amount),
      ...(kind === "allowance" && amount > 0n && await readBefore(chain, account, token, spender)),
    }))),
  ]);
  return {
    changes: changed.flatMap(({ token, delta }) => token === null ? [] : [{ token, delta }]),
    ...(moved.length > 0 && { items: moved }),
    ...(given.length > 0 && { approvals: given }),
  };
}

/** Reads an allowance before the calls. */
async function readBefore(
  chain: Chain,
  account: Address,
  target: Address,
  spender: Address,
): Promise<{ readonly before?: Hex }> {
  const args = [account, spender] as const;
  const callData = encodeFunctionData({ abi: erc20Abi, functionName: "allowance", args });
  const [before = null] = await readWords(chain, [{ target, callData }]);
  return before === null ? {} : { before: numberToHex(before) };
}

/** Describes a contract that may be no token; then only its address is known. */
export async function describeToken(chain: Chain, address: Address | null): Promise<TokenJson> {
  if (address === null) return nativeToken(chain);
  return await readToken(chain, address) ?? { address, symbol: "?", name: "?", decimals: 0 };
}
