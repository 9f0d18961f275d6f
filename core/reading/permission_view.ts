/** Formats permissions for the dialogs that grant and revoke them. @module */
import { NATIVE } from "../chain/native.ts";
import type { Address } from "../lib/hex.ts";
import type { Permission } from "../permission/permission.ts";
import { units } from "../permission/limits/period.ts";
import { describeRules } from "../permission/limits/rules.ts";
import type { Rule } from "../wire/permissions.ts";
import type { DescribedCall } from "../permission/details.ts";
import type { TokenJson } from "../wire/values.ts";
import type { ChainView, PermissionView, RuleView, TokenView } from "../dialog/types.ts";
import { knownSignature } from "./grant.ts";
import { tokenView, unnamedToken } from "./tokens.ts";

/** Formats a permission. */
export function permissionView(
  permission: Permission,
  chain: ChainView,
  tokens: readonly TokenJson[],
  described: readonly DescribedCall[],
): PermissionView {
  return {
    spender: permission.spender,
    start: permission.start,
    end: permission.end,
    calls: permission.calls.map(({ target, selector, rules }, index) => {
      const { signature, placed = [] } = described[index] ?? {};
      const call = {
        target,
        selector,
        ...(rules.length > 0 && { rules: ruleViews(rules, placed) }),
      };
      const known = knownSignature(selector);
      if (known !== undefined) return { ...call, signature: known, source: "wallet" as const };
      // A selector has four bytes, so the dApp can choose a signature that matches it.
      return { ...call, ...(signature !== undefined && { signature, source: "app" as const }) };
    }),
    spends: permission.spends.map(({ token, allowance, unit, multiplier }) => ({
      token: spentToken(token, chain, tokens),
      allowance,
      unit: units[unit]!,
      multiplier,
    })),
    ...(permission.watched.length > 0 && {
      watched: permission.watched.map((token) => spentToken(token, chain, tokens)),
    }),
  };
}

/** Formats the rules of a call; offsets are omitted if the arguments have names. */
function ruleViews(rules: readonly Rule[], placed: DescribedCall["placed"]): RuleView[] {
  const all = describeRules(rules, placed);
  return placed.length === 0
    ? all
    : all.slice(-placed.length).map((rule, index) => ({ ...rule, type: placed[index]!.type }));
}

/** Formats the token of an allowance; an unknown one keeps only its address. */
export function spentToken(
  token: Address,
  chain: Pick<ChainView, "nativeCurrency">,
  tokens: readonly TokenJson[],
): TokenView {
  const { symbol, decimals } = chain.nativeCurrency;
  if (token.toLowerCase() === NATIVE.toLowerCase()) return { address: null, symbol, decimals };
  const known = tokens.find(({ address }) => address?.toLowerCase() === token.toLowerCase());
  return known === undefined ? unnamedToken(token) : tokenView(known);
}
