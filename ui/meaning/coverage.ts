/** Determines the effects that a headline omits. @module */
import type { CallView, ReadingView } from "@sdk/core/dialog";
import { endsAccess, isPlain, MAX_SENT } from "./intent.ts";

/**
 * Returns whether the headline sums up the outgoing and allowed assets. For a single call, this is
 * the case if it spends more than its own value: nested transfers count like direct ones.
 */
export function isHeadedBySums(calls: readonly CallView[], reading: ReadingView): boolean {
  const [first] = calls;
  return calls.length === 1 ? first?.kind === "call" && saysLess(calls, reading) : isCounted(calls);
}

/** Returns whether several calls have effects that no single phrase describes. */
export function isCounted(calls: readonly CallView[]): boolean {
  return calls.length > 1 && !isPlain(calls) && !endsAccess(calls);
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
  const isSingle = calls.length === 1 && first?.kind !== "call" && first?.kind !== "item_transfer";
  if ((transfers && sent.size <= MAX_SENT) || isSingle) return false;
  return allows.length > 0 || spendsMore(calls, gives) ||
    gives.some(({ kind, by }) => kind !== "native" || by !== undefined);
}

/** Returns whether more of the native currency leaves than the value of the calls. */
function spendsMore(calls: readonly CallView[], gives: ReadingView["gives"]): boolean {
  const value = calls.reduce((sum, call) => sum + call.value, 0n);
  const own = gives.filter(({ kind, by }) => kind === "native" && by === undefined);
  return own.some(({ amount }) => amount === null) ||
    own.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n) > value;
}

/**
 * Returns whether the headline and the rows describe calls completely, so that the list of calls can
 * fold: they only send assets to one recipient, and approve spenders, all of which rows show in
 * full (`shown`), and each has a known effect on a listed token.
 */
export function describesAll(
  calls: readonly CallView[],
  reading: Pick<ReadingView, "gives" | "allows"> | undefined,
  shown: Shown,
): boolean {
  const isSame = (one: string | null | undefined, other: string | null | undefined) =>
    one?.toLowerCase() === other?.toLowerCase();
  return calls.every(({ kind, to, value, recipient, token, amount = 0n, explanation }) => {
    if (explanation !== undefined) return false;
    if (kind === "send") return value > 0n && isSame(to, shown.recipient);
    if (value > 0n || recipient === undefined) return false;
    if (kind === "item_transfer") {
      return isSame(recipient, shown.recipient) &&
        reading?.gives.some((asset) =>
            asset.kind === "item" && asset.by === undefined && isSame(asset.address, to) &&
            isSame(asset.to, recipient)
          ) === true;
    }
    if (amount === 0n || token === undefined || token.unlisted === true) return false;
    if (kind === "token_transfer") return isSame(recipient, shown.recipient);
    return kind === "token_approve" && shown.spenders.has(recipient.toLowerCase());
  });
}

/** Parties that rows show in full. */
export interface Shown {
  /** The recipient of all outgoing assets, if there is only one. */
  readonly recipient: CallView["to"] | undefined;
  /** Spenders, in lower case. */
  readonly spenders: ReadonlySet<string>;
}
