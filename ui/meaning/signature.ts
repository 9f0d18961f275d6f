/** Describes a signature by the assets that it moves. @module */
import type { ReadingView, TokenView } from "@sdk/core/dialog";
import type { Locale } from "../text/locale.ts";
import { exactAmount, withSymbol } from "../text/numbers.ts";

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
      : text.permitTitle;
  }
  if (gives.length > 1 || allows.length > 0 || first.by !== undefined) return null;
  if (first.kind !== "token") return first.kind === "native" ? null : text.sendItem;
  const token = tokens.find(({ address }) =>
    address?.toLowerCase() === first.address?.toLowerCase()
  );
  return token === undefined || first.amount === null
    ? text.sendUnknown
    : text.send(withSymbol(exactAmount(first.amount, token.decimals, tag), token, tag));
}
