/** Converts rules on the arguments of granted calls. @module */
import type { Hex } from "../lib/hex.ts";

/**
 * Kind of a rule: the word equals a value, is at most a value, is one of the values, or is the address
 * of the account or the spender.
 */
export type RuleKind = "equal" | "atMost" | "oneOf" | "account" | "spender";

/** Kinds of rules, as the contract numbers them. */
export const ruleKinds: readonly RuleKind[] = ["equal", "atMost", "oneOf", "account", "spender"];

/** A rule, as the contract's struct. */
export interface Rule {
  /** Position of the word after the selector. */
  readonly word: number;
  /** Kind, as the contract numbers it. */
  readonly kind: number;
  /** Words of 32 bytes. */
  readonly values: readonly Hex[];
}

/** A rule on an argument of a function. */
export interface RuleDetail {
  /** Position of the argument's 32-byte word after the selector, from 0 to 255. */
  readonly word: number;
  /** Kind of the rule. */
  readonly kind: RuleKind;
  /** Words of 32 bytes: one for `equal` and `atMost`, one or more for `oneOf`, else none. */
  readonly values?: readonly Hex[] | undefined;
}

/** Formats rules for dApps. */
export function describeRules(rules: readonly Rule[]): RuleDetail[] {
  return rules.map(({ word, kind, values }) => ({
    word,
    kind: ruleKinds[kind]!,
    ...(values.length > 0 && { values }),
  }));
}

/** Reads rules in the form of dApps. */
export function fromRules(rules: readonly RuleDetail[] = []): Rule[] {
  return rules.map(({ word, kind, values = [] }) => ({
    word,
    kind: ruleKinds.indexOf(kind),
    values,
  }));
}
