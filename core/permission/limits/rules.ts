/** Converts rules on the arguments of granted calls. @module */
import type { Hex } from "../../lib/hex.ts";
import type { Rule } from "../../wire/permissions.ts";

/**
 * Kind of a rule: the word equals a value, is at most a value, is one of the values, or is the
 * address of the account or the spender.
 */
export type RuleKind = "equal" | "atMost" | "oneOf" | "account" | "spender";

/** Kinds of rules in the contract's numbering. */
export const ruleKinds: readonly RuleKind[] = ["equal", "atMost", "oneOf", "account", "spender"];

/** A rule of a granted call, in the contract's form. */
export interface RuleDetail {
  /** Position of the 32-byte word after the selector, from 0 to 255. */
  readonly word: number;
  /** Path of the argument, as named in the request; absent for the offsets of dynamic arguments. */
  readonly argument?: string | undefined;
  /** Kind of the rule. */
  readonly kind: RuleKind;
  /** Words of 32 bytes: one for `equal` and `atMost`, one or more for `oneOf`, none otherwise. */
  readonly values?: readonly Hex[] | undefined;
}

/** Formats rules for dApps; `placed` are the last ones, with the names of their arguments. */
export function describeRules(
  rules: readonly Rule[],
  placed: readonly { readonly argument: string }[] = [],
): RuleDetail[] {
  return rules.map(({ word, kind, values }, index) => {
    const argument = placed[index - rules.length + placed.length]?.argument;
    return {
      word,
      ...(argument !== undefined && { argument }),
      kind: ruleKinds[kind]!,
      ...(values.length > 0 && { values }),
    };
  });
}

/** Reads rules of a granted call. */
export function fromRules(rules: readonly RuleDetail[] = []): Rule[] {
  return rules.map(({ word, kind, values = [] }) => ({
    word,
    kind: ruleKinds.indexOf(kind),
    values,
  }));
}
