/** Describes tokens, so that a dialog can format their amounts. @module */
import { type Address, numberToHex } from "viem";
import type { ServiceClient } from "../client/client.ts";
import type { TokenView } from "../dialog/types.ts";
import { tokenView } from "./tokens.ts";

/**
 * Requests token descriptions from the service. Returns none on failure, because addresses suffice.
 */
export async function describeTokens(
  service: ServiceClient,
  { chainId, tokens }: { readonly chainId: number; readonly tokens: readonly Address[] },
  signal: AbortSignal,
): Promise<readonly TokenView[]> {
  if (tokens.length === 0) return [];
  try {
    const found = await service.call(
      "acct_getTokens",
      { chainId: numberToHex(chainId), tokens },
      signal,
    );
    return found.map(tokenView);
  } catch {
    return [];
  }
}
