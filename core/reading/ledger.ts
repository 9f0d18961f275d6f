/** Sums up the effects of a request into one model for the dialogs. @module */
import { type Address, getAddress } from "viem";
import type { AllowedView, GivenView, ReadingView } from "../dialog/reading.ts";
import { MAX_NAMED_TOKENS } from "../protocol/limits.ts";
import { type Effect, type Made, readEffects } from "./effects/mod.ts";

/** Reads all calls of a request. */
export function readCalls(calls: readonly Made[], account: Address): ReadingView {
  const read = readEffects(calls, account);
  return {
    ...sumUp(read.flatMap(({ effects }) => effects)),
    gets: null,
    unread: read.reduce((sum, { unread }) => sum + unread, 0),
  };
}

/** Adds up effects: assets by kind, and allowances by spender, each at their most. */
export function sumUp(
  effects: readonly Effect[],
): Pick<ReadingView, "gives" | "allows" | "named"> {
  const gives = new Map<string, GivenView>();
  const allows = new Map<string, AllowedView>();
  const named = new Set<Address>();
  for (const effect of effects) {
    if (effect.effect === "gives") {
      const { effect: _, ...asset } = effect;
      const { kind, address, id, by } = asset;
      const key = `${kind} ${address} ${id} ${by}`.toLowerCase();
      if (asset.to !== undefined) named.add(getAddress(asset.to));
      gives.set(key, plus(gives.get(key), asset));
    } else {
      const { effect: _, ...allowed } = effect;
      const { kind, address, spender, by } = allowed;
      const key = `${kind} ${address} ${spender} ${by}`.toLowerCase();
      if (spender !== null) named.add(getAddress(spender));
      allows.set(key, larger(allows.get(key), allowed));
    }
  }
  return { gives: [...gives.values()], allows: [...allows.values()], named: [...named] };
}

/** Adds an asset; the recipient is kept only if it is the same. */
function plus(before: GivenView | undefined, next: GivenView): GivenView {
  if (before === undefined) return next;
  const amount = before.amount === null || next.amount === null
    ? null
    : before.amount + next.amount;
  const { to, ...rest } = before;
  return { ...rest, amount, ...(to !== undefined && to === next.to && { to }) };
}

/** Adds an allowance: some functions replace an earlier one, others add to it. */
function larger(before: AllowedView | undefined, next: AllowedView): AllowedView {
  if (before === undefined) return next;
  const amount = before.amount === null || next.amount === null
    ? null
    : before.amount + next.amount;
  return { ...next, amount };
}

/** Lists the tokens of a reading, to describe them. */
export function tokensOf({ gives, gets, allows }: ReadingView): Address[] {
  const named = [...gives, ...gets ?? [], ...allows].flatMap(({ kind, address }) =>
    kind === "token" && address !== null ? [getAddress(address)] : []
  );
  // Others are shown as addresses.
  return [...new Set(named)].slice(0, MAX_NAMED_TOKENS);
}
