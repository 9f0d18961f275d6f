/** Reads balances to compare allowances with. @module */
import { type Address, encodeFunctionData, erc20Abi, type Hex } from "viem";
import type { ServiceClient } from "../client/client.ts";
import type { Balances } from "../reading/dangers.ts";

/** Time after which the warnings do without balances. */
const MAX_WAIT_MS = 4_000;

/** Tokens whose balances are read for a request. */
const MAX_MEASURED_TOKENS = 12;

/**
 * Balance that counts where none can be read, in the smallest unit: what some tokens take for an
 * allowance without a limit, and more than accounts have of nearly all others.
 */
const ASSUMED_BALANCE = 2n ** 96n - 1n;

/**
 * Reads the account's balances of tokens. Where one cannot be read, an amount without a practical limit
 * counts as all of it, and any smaller one does not. Of tokens beyond the
 * first few the balance counts as the smallest unit, so that any amount is all of them: a page that
 * names many hides none.
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
