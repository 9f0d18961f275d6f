/** Determines the effects that a headline omits. @module */
import type { CallView, ReadingView } from "@sdk/core/dialog";
import { isPlain, MAX_SENT } from "./intent.ts";

/**
 * Returns whether the headline sums up the outgoing and allowed assets. For a single call, this is
 * the case if it spends more than its own value: nested transfers count like direct ones.
 */
export function isHeadedBySums(calls: readonly CallView[], reading: ReadingView): boolean {
  const [first] = calls;
  return calls.length === 1
    ? first?.kind === "call" && saysLess(calls, reading)
    : calls.length > 1 && !isPlain(calls);
}

/** Returns whether calls are known to move or to allow assets. */
export function costsSomething(
  calls: readonly CallView[],
  reading: ReadingView | undefined,
): boolean {
  return calls.some(({ kind, value }) => value > 0n || (kind !== "call" && kind !== "send")) ||
    reading !== undefined && reading.gives.length + reading.allows.length > 0;
}

/**
 * Returns whether calls move or allow more than their headline includes. The headline always
 * includes the native value, all transfers if they use few tokens, and a single allowance.
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
  return allows.length > 0 || gives.some(({ kind, by }) => kind !== "native" || by !== undefined);
}
