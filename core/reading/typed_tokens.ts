/** The tokens that typed data is about, so that a dialog can name their amounts. @module */
import { type Address, getAddress, isAddress, numberToHex } from "viem";
import type { ServiceClient } from "../client/client.ts";
import type { TokenView } from "../dialog/request.ts";
import type { OrderView } from "../dialog/explanation.ts";
import { tokenView } from "./tokens.ts";

/** Tokens that are described at most; the others stay addresses. */
const most = 20;

type Fields = Readonly<Record<string, unknown>>;

/** The tokens of an order, and those of a permit (ERC-2612, Permit2), without doubles. */
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
  return [...new Set(found.map((each) => getAddress(each)))].slice(0, most);
}

/** What the service knows of them; nothing, if it does not answer: their addresses say enough. */
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
