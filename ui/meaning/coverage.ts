/** Decides what a headline leaves unsaid. @module */
import type { CallView, ReadingView } from "@sdk/core/dialog";
import { MAX_SENT } from "./intent.ts";

/**
 * Returns whether calls move or allow more than their headline says: the native value is always in it,
 * and so is everything that transfers of few tokens and a single allowance do.
 */
export function saysLess(calls: readonly CallView[], { gives, allows }: ReadingView): boolean {
  const transfers = calls.every(({ kind, token }) =>
    (kind === "send" || kind === "token_transfer") && token !== undefined
  );
  const sent = new Set(calls.map(({ token }) => token?.address?.toLowerCase()));
  const [first] = calls;
  if ((transfers && sent.size <= MAX_SENT) || (calls.length === 1 && first?.kind !== "call")) {
    return false;
  }
  return allows.length > 0 || gives.some(({ kind }) => kind !== "native");
}
