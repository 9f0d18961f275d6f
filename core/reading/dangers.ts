/**
 * Derives the warnings from the effects of a request. Calls, signatures and grants use the same
 * rules.
 *
 * @module
 */
import { type Address, getAddress, isAddressEqual } from "viem";
import type { Warning } from "../dialog/common.ts";
import type { AllowanceView, TransferView } from "../dialog/reading.ts";
import { isUnlimited } from "../lib/unlimited.ts";
import { PERMIT2 } from "./effects/calls/args.ts";
import type { Allows, Effect } from "./effects/mod.ts";
import { sumUp } from "./ledger.ts";

/** The account's known token balances. */
export type Balances = ReadonlyMap<Address, bigint>;

/** Duration above which a term counts as long, in seconds: a leap year. */
export const LONG_S = 366 * 86_400;

/** Lists the dangers of effects, without duplicates. */
export function dangersOf(
  effects: readonly Effect[],
  balances: Balances = new Map(),
  call?: number,
): Warning[] {
  const soon = BigInt(Math.floor(Date.now() / 1000) + LONG_S);
  const warnings = effects.flatMap((effect): Warning[] => {
    if (effect.effect === "gives") return [];
    const code = dangerOf(effect, balances);
    const where = {
      ...(call !== undefined && { call }),
      ...(effect.spender !== null && { detail: effect.spender }),
    };
    return [
      ...code === null ? [] : [{ code, level: "danger", ...where } as const],
      ...(effect.until ?? 0n) > soon
        ? [{ code: "long_approval", level: "warning", ...where } as const]
        : [],
    ];
  });
  return distinct(warnings);
}

function dangerOf(effect: Allows, balances: Balances): Warning["code"] | null {
  switch (effect.kind) {
    case "collection":
      return "approval_for_all";
    case "control":
      return "hands_over";
    case "token":
      return takesAll(effect, new Map())
        ? "unlimited_approval"
        : takesAll(effect, balances)
        ? "whole_approval"
        : null;
  }
}

/**
 * Checks whether an allowance covers the account's whole balance of the token, or nearly all of it.
 */
export function takesAll(
  { address, amount, by }: Pick<Effect, "address" | "amount" | "by">,
  balances: Balances,
): boolean {
  if (amount === null || isUnlimited(amount)) return true;
  if (address === null || by !== undefined) return false;
  const balance = balances.get(getAddress(address)) ?? 0n;
  // Leaving a small remainder does not reduce the danger.
  return balance > 0n && amount * 20n >= balance * 19n;
}

/**
 * Lists allowances that cover a whole balance only together: allowances that one spender gets in
 * steps, and allowances of several spenders. Excludes dangers that were found already.
 */
export function dangersTogether(
  effects: readonly Effect[],
  { balances = new Map(), found, call }: {
    readonly balances?: Balances | undefined;
    readonly found: readonly Warning[];
    /** Index of the call that they are reported for. */
    readonly call?: number | undefined;
  },
): Warning[] {
  const sums = sumUp(effects).allows.map((sum): Allows => ({ effect: "allows", ...sum }));
  return dangersOf([...sums, ...byToken(sums)], balances, call).filter((sum) =>
    (sum.code === "unlimited_approval" || sum.code === "whole_approval") &&
    !found.some(({ code, detail }) =>
      code === sum.code &&
      (sum.detail === undefined || detail?.toLowerCase() === sum.detail.toLowerCase())
    )
  );
}

/** Adds up allowances of each token over all spenders. */
function byToken(sums: readonly Allows[]): Allows[] {
  const tokens = new Map<Address, Allows>();
  for (const sum of sums) {
    const { kind, address, amount, spender, by } = sum;
    if (kind !== "token" || address === null || amount === null || by !== undefined) continue;
    if (spender !== null && isAddressEqual(spender, PERMIT2)) continue;
    const before = tokens.get(getAddress(address))?.amount ?? 0n;
    tokens.set(getAddress(address), { ...sum, amount: before + amount, spender: null });
  }
  return [...tokens.values()];
}

/**
 * Lists the tokens whose balances are needed to determine whether an allowance or a transfer covers
 * the whole balance.
 */
export function tokensToMeasure(
  effects: readonly Pick<AllowanceView | TransferView, "kind" | "address" | "amount" | "by">[],
): Address[] {
  const tokens = effects.flatMap(({ kind, address, amount, by }) =>
    kind === "token" && address !== null && by === undefined && amount !== null && amount > 0n
      ? [getAddress(address)]
      : []
  );
  return [...new Set(tokens)];
}

/** Removes duplicates, which many steps can cause. */
export function distinct(warnings: readonly Warning[]): Warning[] {
  const seen = new Map<string, Warning>();
  for (const warning of warnings) {
    const key = `${warning.code} ${warning.detail?.toLowerCase()} ${warning.call}`;
    if (!seen.has(key)) seen.set(key, warning);
  }
  const all = [...seen.values()];
  // A warning without an address is redundant if the same warning exists with one.
  return all.filter((warning) =>
    warning.detail !== undefined ||
    !all.some((other) =>
      other.code === warning.code && other.call === warning.call && other.detail !== undefined
    )
  );
}
