/** Describes tokens, so that a dialog can format their amounts. @module */
import { type Address, isAddress, numberToHex } from "viem";
import type { ServiceClient } from "../client/client.ts";
import type { TokenView } from "../dialog/types.ts";
import { tokenView } from "./tokens.ts";

/** Maximum number of addresses of a message that are looked up. */
const MAX_ADDRESSES = 20;

/** Returns the first different addresses in a message: some may be tokens with a name. */
export function addressesIn(message: unknown): readonly Address[] {
  const found = new Map<string, Address>();
  const walk = (value: unknown) => {
    if (found.size === MAX_ADDRESSES) return;
    if (typeof value === "object" && value !== null) Object.values(value).forEach(walk);
    else if (typeof value === "string" && isAddress(value, { strict: false })) {
      found.set(value.toLowerCase(), value);
    }
  };
  walk(message);
  return [...found.values()];
}

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
