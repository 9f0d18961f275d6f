/** Finds the tokens of typed data, so that a dialog can format their amounts. @module */
import { type Address, getAddress, isAddress, numberToHex } from "viem";
import type { ServiceClient } from "../client/client.ts";
import type { TokenView } from "../dialog/types.ts";
import type { OrderView } from "../dialog/explanation.ts";
import { MAX_TOKENS } from "../protocol/limits.ts";
import { tokenView } from "./tokens.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Lists the tokens of an order and of a permit (ERC-2612, Permit2), without duplicates. */
export function tokensIn(
  { primaryType, domain, message }: {
    readonly primaryType: string;
    readonly domain: Fields;
    readonly message: Fields;
  },
  order: OrderView | null,
): readonly Address[] {
  const assets = [...order?.gives ?? [], ...order?.gets ?? []];
  const named: unknown[] = assets.flatMap(({ kind, address }) => kind === "token" ? [address] : []);
  if (primaryType === "Permit") named.push(domain.verifyingContract);
  if (/^Permit/.test(primaryType)) {
    for (const value of [message.details, message.permitted].flat()) {
      if (typeof value === "object" && value !== null) named.push((value as Fields).token);
    }
  }
  const found = named.filter((each): each is Address =>
    typeof each === "string" && isAddress(each, { strict: false })
  );
  // Others are shown as addresses.
  return [...new Set(found.map((each) => getAddress(each)))].slice(0, MAX_TOKENS);
}

/** Asks the service to describe tokens; returns none if it fails: their addresses suffice. */
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
