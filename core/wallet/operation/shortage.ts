/**
 * Finds the tokens that an account lacks for an operation. Only certain shortages are reported: of
 * amounts that decreased in the simulation, and of plain transfers, which do not receive anything.
 *
 * @module
 */
import {
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  hexToBigInt,
  isHex,
  size,
} from "viem";
import type { PrepareResult } from "../../protocol/service/mod.ts";
import type { CallJson } from "../../wire/values.ts";
import type { ChainView, FeeView } from "../../dialog/types.ts";
import type { WalletContext } from "../context/context.ts";
import { isSame } from "./fee.ts";
import type { ShortageView } from "../../dialog/fee.ts";
import { tokenAt } from "../../reading/tokens.ts";

/** A prepared operation of an account. */
export interface Prepared {
  readonly account: Address;
  readonly chain: ChainView;
  /** The calls of the operation. */
  readonly calls: readonly CallJson[];
  /** The service's response. */
  readonly result: PrepareResult;
  /** The displayed fee. */
  readonly fee: FeeView | null;
}

/** Returns the shortages; empty if none is certain. */
export async function shortagesOf(
  context: WalletContext,
  prepared: Prepared,
  signal: AbortSignal,
): Promise<readonly ShortageView[]> {
  const { result, fee } = prepared;
  if (result.simulation.status !== "success") return await ofTransfers(context, prepared, signal);
  // The simulation did not deduct the fee.
  if (fee?.payer !== "account") return [];
  const { token, maximum, balance } = fee;
  const change = result.changes.find((each) => isSame(each.token.address, token.address));
  const leaves = change === undefined ? 0n : -BigInt(change.delta);
  const needed = (leaves > 0n ? leaves : 0n) + maximum;
  return needed > balance && leaves > 0n ? [{ token, needed, balance }] : [];
}

/** Computes the shortages of plain transfers from the chain's balances. */
async function ofTransfers(
  context: WalletContext,
  { account, chain, calls, result, fee }: Prepared,
  signal: AbortSignal,
): Promise<readonly ShortageView[]> {
  const needs = new Map<Address | null, bigint>();
  for (const call of calls) {
    const sent = transferOf(call);
    if (sent === null) return [];
    needs.set(sent.token, (needs.get(sent.token) ?? 0n) + sent.amount);
  }
  const shortages = await Promise.all([...needs].map(async ([address, sent]) => {
    const token = address === null
      ? { address, ...chain.nativeCurrency }
      : tokenAt(address, result.tokens);
    if (token === undefined || sent === 0n) return [];
    const paid = fee?.payer === "account" && isSame(fee.token.address, address) ? fee.maximum : 0n;
    const needed = sent + paid;
    const balance = await balanceOf(context, { account, chainId: chain.id, address }, signal);
    if (balance === null || balance >= needed) return [];
    const { symbol, decimals } = token;
    return [{ token: { address, symbol, decimals }, needed, balance }];
  }));
  return shortages.flat();
}

/** Decodes a plain transfer; `null` for any other call. */
function transferOf(
  { to, value, data }: CallJson,
): { readonly token: Address | null; readonly amount: bigint } | null {
  if (size(data) === 0) return { token: null, amount: hexToBigInt(value) };
  if (hexToBigInt(value) !== 0n) return null;
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data });
    if (functionName !== "transfer") return null;
    return { token: to.toLowerCase() as Address, amount: args[1] };
  } catch {
    return null;
  }
}

/** Reads a balance; `null` if the chain cannot be reached. */
async function balanceOf(
  context: WalletContext,
  { account, chainId, address }: {
    readonly account: Address;
    readonly chainId: number;
    readonly address: Address | null;
  },
  signal: AbortSignal,
): Promise<bigint | null> {
  try {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [account] });
    const held = address === null
      ? await context.service.chain(chainId, "eth_getBalance", [account, "latest"], signal)
      : await context.service.chain(chainId, "eth_call", [{ to: address, data }, "latest"], signal);
    return isHex(held) && held.length > 2 && held.length <= 66 ? hexToBigInt(held) : null;
  } catch {
    // The dialog still warns that the calls would fail.
    return null;
  }
}
