/** Sums up the effects of a request into one model for the dialogs. @module */
import { type Address, getAddress } from "viem";
import type { AllowanceView, ReadingView, TransferView } from "../dialog/reading.ts";
import { isUnlimited } from "../lib/unlimited.ts";
import { MAX_NAMED_TOKENS } from "../ground/limits.ts";
import { type Effect, type Made, type Read, readEffects } from "./effects/mod.ts";

/** Reads all calls of a request. */
export function readCalls(calls: readonly Made[], account: Address): ReadingView {
  return readingOf(readEffects(calls, account));
}

/** Sums up decoded effects. */
export function readingOf(read: readonly Read[]): ReadingView {
  return {
    ...sumUp(useAllowances(read.flatMap(({ effects }) => effects))),
    gets: null,
    unread: read.reduce((sum, { unread }) => sum + unread, 0),
  };
}

/**
 * Computes how much of each allowance the following calls use. The used amount is an outgoing
 * asset: if it also counted as an allowance, it would be counted twice.
 */
function useAllowances(effects: readonly Effect[]): Effect[] {
  /** Positions of the allowances, by token, spender and contract that stores them. */
  const given = new Map<string, number>();
  const all: Effect[] = [...effects];
  effects.forEach((effect, index) => {
    const { kind, address, amount, by, permit2 } = effect;
    const spender = effect.effect === "gives" ? effect.through : effect.spender;
    if (kind !== "token" || by !== undefined || spender === undefined) return;
    const key = `${address} ${spender} ${permit2}`.toLowerCase();
    if (effect.effect === "allows") {
      // An allowance that may add to an earlier one cannot be separated from it.
      if (effect.sets === true) given.set(key, index);
      else given.delete(key);
      return;
    }
    const position = given.get(key);
    const allowed = position === undefined ? undefined : all[position]!;
    if (allowed?.effect !== "allows" || allowed.amount === null || amount === null) return;
    const left = allowed.amount - (allowed.used ?? 0n);
    const taken = amount < left ? amount : left;
    all[position!] = { ...allowed, used: (allowed.used ?? 0n) + taken };
    if (effect.debt === true && isUnlimited(amount)) all[index] = { ...effect, amount: taken };
  });
  return all;
}

/** Adds up effects: assets by kind, and allowances by spender, each with its maximum. */
export function sumUp(
  effects: readonly Effect[],
): Pick<ReadingView, "gives" | "allows" | "named"> {
  const gives = new Map<string, TransferView>();
  const allows = new Map<string, AllowanceView>();
  const named = new Set<Address>();
  for (const effect of effects) {
    if (effect.effect === "gives") {
      const { effect: _, through, permit2: __, debt: ___, ...asset } = effect;
      const { kind, address, id, by } = asset;
      // Amounts without another recipient are not merged with amounts that have one.
      const own = through !== undefined && asset.to === undefined;
      const key = `${kind} ${address} ${id} ${by} ${own}`.toLowerCase();
      if (asset.to !== undefined) named.add(getAddress(asset.to));
      gives.set(key, plus(gives.get(key), asset));
    } else {
      const { effect: _, permit2: __, sets: ___, until: ____, ...allowed } = effect;
      const { kind, address, spender, by } = allowed;
      const key = `${kind} ${address} ${spender} ${by}`.toLowerCase();
      if (spender !== null) named.add(getAddress(spender));
      allows.set(key, larger(allows.get(key), allowed));
    }
  }
  return { gives: [...gives.values()], allows: [...allows.values()], named: [...named] };
}

/** Adds an asset; the recipient is kept only if both are equal. */
function plus(before: TransferView | undefined, next: TransferView): TransferView {
  if (before === undefined) return next;
  const amount = before.amount === null || next.amount === null
    ? null
    : before.amount + next.amount;
  const { to, ...rest } = before;
  return { ...rest, amount, ...(to !== undefined && to === next.to && { to }) };
}

/** Adds an allowance: some functions replace an earlier one, others add to it. */
function larger(before: AllowanceView | undefined, next: AllowanceView): AllowanceView {
  if (before === undefined) return next;
  const amount = before.amount === null || next.amount === null
    ? null
    : before.amount + next.amount;
  const used = (before.used ?? 0n) + (next.used ?? 0n);
  return { ...next, amount, ...(used > 0n && { used }) };
}

/** Lists the tokens of a reading, to describe them. */
export function tokensOf({ gives, gets, allows }: ReadingView): Address[] {
  const named = [...gives, ...gets ?? [], ...allows].flatMap(({ kind, address }) =>
    kind === "token" && address !== null ? [getAddress(address)] : []
  );
  // The remaining tokens are shown as addresses.
  return [...new Set(named)].slice(0, MAX_NAMED_TOKENS);
}
