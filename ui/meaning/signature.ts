/** Describes a signature by the assets that it moves. @module */
import { isUnlimited, type ReadingView, type TokenView } from "@sdk/core/dialog";
import type { Locale } from "../text/locale.ts";
import { exactAmount, withSymbol } from "../text/numbers.ts";
import { shortAddress } from "../text/short_address.ts";

/** Returns whether a reading neither moves nor allows anything. */
export function isEmpty({ gives, allows }: ReadingView): boolean {
  return gives.length === 0 && allows.length === 0;
}

/** Returns the headline of a signature that moves or allows something; `null` for any other. */
export function describeReading(
  { gives, allows, unread }: ReadingView,
  tokens: readonly TokenView[],
  { text, tag }: Locale,
): string | null {
  // Calls that were not decoded may have larger effects than all others.
  if (unread > 0) return null;
  const [first] = gives;
  if (first === undefined) {
    return allows.length === 0 ||
        allows.some(({ kind, by }) => kind === "control" || by !== undefined)
      ? null
      : describeAllowed(allows, tokens, { text, tag });
  }
  if (gives.length > 1 || allows.length > 0 || first.by !== undefined) return null;
  if (first.kind !== "token") return first.kind === "native" ? null : text.sendItem;
  const token = tokenOf(first.address, tokens);
  return token === undefined || first.amount === null
    ? text.sendUnknown
    : text.send(withSymbol(exactAmount(first.amount, token.decimals, tag), token, tag));
}

/** Names spender and amount of a single allowance of a token. */
function describeAllowed(
  [only, ...others]: ReadingView["allows"],
  tokens: readonly TokenView[],
  { text, tag }: Locale,
): string {
  if (only?.kind !== "token" || only.spender === null || others.length > 0) {
    return text.permitTitle;
  }
  const token = tokenOf(only.address, tokens);
  if (token === undefined) return text.allowUnknown;
  const { amount } = only;
  return text.letUse(
    shortAddress(only.spender),
    amount === null || isUnlimited(amount)
      ? text.screens.grant.everything(token.symbol)
      : withSymbol(exactAmount(amount, token.decimals, tag), token, tag),
  );
}

function tokenOf(address: string | null, tokens: readonly TokenView[]): TokenView | undefined {
  return tokens.find((token) => token.address?.toLowerCase() === address?.toLowerCase());
}
