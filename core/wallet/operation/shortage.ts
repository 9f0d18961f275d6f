/**
 * What an account lacks for an operation. It is said only where it is certain: of what the simulation
 * saw leave, and of plain transfers, into which nothing can come on the way.
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
import type { CallJson, PrepareResult } from "../../protocol/service/mod.ts";
import type { ChainView, FeeView } from "../../dialog/request.ts";
import type { WalletContext } from "../context.ts";
import { isSame } from "./fee.ts";
import type { ShortageView } from "../../dialog/fee.ts";
import { tokenAt } from "../../reading/tokens.ts";

/** What was prepared, and for whom. */
export interface Prepared {
  /** The account. */
  readonly account: Address;
  /** The chain. */
  readonly chain: ChainView;
  /** What the account does. */
  readonly calls: readonly CallJson[];
  /** What the service prepared. */
  readonly result: PrepareResult;
  /** The fee as it is shown. */
  readonly fee: FeeView | null;
}

/** What is lacking; empty where nothing is, or where nobody can say. */
export async function shortagesOf(
  context: WalletContext,
  prepared: Prepared,
  signal: AbortSignal,
): Promise<readonly ShortageView[]> {
  const { result, fee } = prepared;
  if (result.simulation.status !== "success") return await ofTransfers(context, prepared, signal);
  // The calls succeed as long as nobody takes the fee first.
  if (fee?.payer !== "account") return [];
  const { token, maximum, balance } = fee;
  const change = result.changes.find((each) => isSame(each.token.address, token.address));
  const leaves = change === undefined ? 0n : -BigInt(change.delta);
  const needed = (leaves > 0n ? leaves : 0n) + maximum;
  return needed > balance && leaves > 0n ? [{ token, needed, balance }] : [];
}

/** What plain transfers lack, by the chain's own balances. */
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

/** What a call sends, if that is all it does. */
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

/** What the account holds; `null` if the chain does not say. */
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
    // Without it the dialog still says that the calls would fail.
    return null;
  }
}
