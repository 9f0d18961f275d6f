/** Reads balances for comparison with allowances. @module */
import { type Address, encodeFunctionData, erc20Abi, type Hex } from "viem";
import type { ServiceClient } from "../../client/client.ts";
import type { Balances } from "../../reading/dangers.ts";

/** Time after which the warnings are computed without balances. */
const MAX_WAIT_MS = 4_000;

/** Maximum number of tokens whose balances are read for a request. */
const MAX_MEASURED_TOKENS = 12;

/**
 * Balance to assume if none can be read, in the smallest unit: some tokens treat it as an unlimited
 * allowance, and it exceeds the balances of nearly all other tokens.
 */
const ASSUMED_BALANCE = 2n ** 96n - 1n;

/**
 * Reads the account's token balances. If a balance cannot be read, only an amount without a
 * practical limit counts as the whole balance. Beyond the first few tokens, the balance counts as
 * one smallest unit, so that any amount counts as the whole balance: a page cannot hide a token by
 * naming many.
 */
export async function readBalances(
  service: ServiceClient,
  { chainId, account, tokens }: {
    readonly chainId: number;
    readonly account: Address;
    readonly tokens: readonly Address[];
  },
  signal: AbortSignal,
): Promise<Balances> {
  if (tokens.length === 0) return new Map();
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [account] });
  const found = new Map<Address, bigint>();
  const reads = tokens.slice(0, MAX_MEASURED_TOKENS).map(async (to) => {
    try {
      const result = await service.chain(chainId, "eth_call", [{ to, data }, "latest"], signal);
      if (typeof result === "string" && /^0x[0-9a-f]{64}/i.test(result)) {
        found.set(to, BigInt((result as Hex).slice(0, 66)));
      }
    } catch {
      // Assumed below.
    }
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => timer = setTimeout(resolve, MAX_WAIT_MS));
  await Promise.race([Promise.all(reads), timeout]);
  clearTimeout(timer);
  for (const token of tokens) if (!found.has(token)) found.set(token, ASSUMED_BALANCE);
  for (const token of tokens.slice(MAX_MEASURED_TOKENS)) found.set(token, 1n);
  return new Map(found);
}
