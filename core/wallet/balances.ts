/** Reads balances to compare allowances with. @module */
import { type Address, encodeFunctionData, erc20Abi, type Hex } from "viem";
import type { ServiceClient } from "../client/client.ts";
import type { Balances } from "../reading/dangers.ts";

/** Time after which the warnings do without balances. */
const MAX_WAIT_MS = 4_000;

/** Tokens whose balances are read for a request. */
const MAX_MEASURED_TOKENS = 12;

/**
 * Reads the account's balances of tokens; those that cannot be read are left out. Of tokens beyond the
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
      // Without a balance, only amounts beyond any supply count as all of a token.
    }
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => timer = setTimeout(resolve, MAX_WAIT_MS));
  await Promise.race([Promise.all(reads), timeout]);
  clearTimeout(timer);
  for (const token of tokens.slice(MAX_MEASURED_TOKENS)) found.set(token, 1n);
  return new Map(found);
}
