/** A stack's chain, as viem describes chains. @module */
import { type Chain, defineChain } from "viem";
import type { Stack } from "../../../scripts/stack/mod.ts";

/**
 * The first chain; `contracts` are the ones that viem uses.
 *
 * `waitForTransactionReceipt` detects no replacements: during that check viem misses a new block, and
 * a chain that mines one block per transaction produces no further one.
 */
export function viemChain(
  { chainId, rpcUrl }: Pick<Stack, "chainId" | "rpcUrl">,
  contracts: NonNullable<Chain["contracts"]> = {},
): Chain {
  return defineChain({
    id: chainId,
    name: "Local",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    supportsTransactionReplacementDetection: false,
    rpcUrls: { default: { http: [rpcUrl] } },
    contracts,
  });
}
