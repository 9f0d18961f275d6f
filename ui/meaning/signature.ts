/** Describes a signature by the assets that it moves. @module */
import {
  isUnlimited,
  type ReadingView,
  type TokenView,
  type TypedDataPreview,
} from "@sdk/core/dialog";
import type { Locale } from "../text/locale.ts";
import { exactAmount, withSymbol } from "../text/numbers.ts";
import { shortAddress } from "../text/short_address.ts";

/** Returns whether a reading neither moves nor allows anything. */
export function isEmpty({ gives, allows }: ReadingView): boolean {
  return gives.length === 0 && allows.length === 0;
}

/** Members of types whose effect the headline and the rows show completely. */
const whole: Readonly<Record<string, readonly string[]>> = {
  Permit: ["owner", "spender", "value", "nonce", "deadline"],
  TransferWithAuthorization: ["from", "to", "value", "validAfter", "validBefore", "nonce"],
  ReceiveWithAuthorization: ["from", "to", "value", "validAfter", "validBefore", "nonce"],
};

/**
 * Returns whether the headline and the rows show all that a message says: the wallet knows the type
 * and each of its members, and its owner is the account.
 */
export function saysAll(
  { primaryType, message, reading, calls = [] }: Pick<
    TypedDataPreview,
    "calls" | "message" | "primaryType" | "reading"
  >,
  account: string | undefined,
): boolean {
  const members = Object.hasOwn(whole, primaryType) ? whole[primaryType]! : [];
  const owner = message.owner ?? message.from;
  return members.length > 0 && Object.keys(message).length === members.length &&
    members.every((name) => Object.hasOwn(message, name)) &&
    reading?.unread === 0 && calls.length === 0 &&
    String(owner).toLowerCase() === account?.toLowerCase();
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
