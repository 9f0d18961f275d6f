/**
 * Compiles rules for the arguments of a function to the rules for words that the contract checks.
 * An argument after a dynamic one is only reachable by an offset in the call data. Each offset on
 * the path is pinned by a rule, so that no other encoding of the call moves the argument.
 *
 * @module
 */
import {
  type AbiParameter,
  encodeAbiParameters,
  isAddress,
  isHex,
  numberToHex,
  parseAbiItem,
  toFunctionSignature,
} from "viem";
import type { Hex } from "../../lib/hex.ts";
import { wrong } from "../../schema/check.ts";
import { MAX_PERMISSION_ENTRIES, MAX_RULE_WORD } from "../../ground/limits.ts";
import { type RuleKind, ruleKinds } from "./rules.ts";
import type { Rule } from "../../wire/permissions.ts";

/** A rule for an argument of a function, in requests. */
export interface ArgumentRule {
  /**
   * Path of the argument in `functionSignature`: names or positions from 0, separated by dots, such as
   * `recipient`, `params.recipient` or `0.1`.
   */
  readonly argument: string;
  /** Kind of the rule. */
  readonly kind: RuleKind;
  /**
   * Values of the argument's type: an address, a number as a decimal or hex string, `true` or
   * `false`, or fixed bytes in hex. One for `equal` and `atMost`, one or more for `oneOf`, none
   * otherwise.
   */
  readonly values?: readonly (string | boolean)[] | undefined;
}

/** A compiled rule, with the argument's path and type for dialogs. */
export interface PlacedRule extends Rule {
  /** Path of the argument, as the dApp wrote it. */
  readonly argument: string;
  /** Type of the argument. */
  readonly type: string;
}

/** Rules of a call. */
export interface CompiledRules {
  /** All rules that the contract checks, including the pinned offsets. */
  readonly rules: readonly Rule[];
  /** Rules that the dApp requested. */
  readonly placed: readonly PlacedRule[];
}

/** A rule that cannot be compiled: its index in the list, the wrong member, and the reason. */
export class RuleError extends Error {
  /** Creates the error. */
  constructor(
    /** Position of the rule. */
    readonly index: number,
    /** The wrong member, if any. */
    readonly member: "argument" | "kind" | "values" | null,
    /** The broken rule, as the end of a sentence about the member. */
    readonly detail: string,
  ) {
    super(detail);
  }
}

/** Bytes of a word. */
const WORD = 32;

/** Reads the parameters of a human-readable signature; `null` if it is invalid. */
export function readParameters(declared: string): readonly AbiParameter[] | null {
  try {
    const item = parseAbiItem(/^function\s/.test(declared) ? declared : `function ${declared}`);
    if (item.type !== "function") return null;
    // Types that are not canonical, such as `uint`, would change the selector.
    return toFunctionSignature(item) === toFunctionSignature(declared) ? item.inputs : null;
  } catch {
    return null;
  }
}

/**
 * Compiles the rules of a call.
 *
 * @throws {RuleError}
 */
export function compileRules(
  parameters: readonly AbiParameter[],
  rules: readonly ArgumentRule[],
): CompiledRules {
  const pins = new Map<number, Rule>();
  const placed = rules.map((rule, index): PlacedRule => {
    const found = locate(parameters, rule.argument);
    if (typeof found === "string") throw new RuleError(index, "argument", found);
    const { word, type } = found;
    for (const pin of found.pins) pins.set(pin.word, pin);
    const { argument, kind } = rule;
    const needsAddress = kind === "account" || kind === "spender";
    if (needsAddress && type !== "address" || kind === "atMost" && !type.startsWith("uint")) {
      throw new RuleError(index, "kind", `must fit the argument's type, ${type}`);
    }
    const values = (rule.values ?? []).map((value) => {
      const encoded = encodeValue(type, value);
      if (encoded === null) throw new RuleError(index, "values", `must be of the type ${type}`);
      return encoded;
    });
    return { word, kind: ruleKinds.indexOf(kind), values, argument, type };
  });
  const compiled = [
    ...pins.values(),
    ...placed.map(({ word, kind, values }) => ({ word, kind, values })),
  ];
  if (compiled.length > MAX_PERMISSION_ENTRIES) {
    throw new RuleError(
      MAX_PERMISSION_ENTRIES,
      null,
      `must be at most ${MAX_PERMISSION_ENTRIES}, with one more for each dynamic argument on the way`,
    );
  }
  return { rules: compiled, placed };
}

/** Position of an argument. */
interface Place {
  /** Position of its word after the selector. */
  readonly word: number;
  readonly type: string;
  /** Rules that pin the offsets on the path. */
  readonly pins: readonly Rule[];
}

/** Finds an argument; returns the broken rule if it has no fixed position. */
function locate(parameters: readonly AbiParameter[], path: string): Place | string {
  const pins: Rule[] = [];
  let base = 0;
  let members: Members = structOf(parameters);
  const segments = path.split(".");
  for (const [depth, segment] of segments.entries()) {
    const found = members.find(segment);
    if (found === undefined) return "must name one argument of the functionSignature";
    const { parameter, before, isMovable } = found;
    const inner = membersOf(parameter);
    if (isDynamic(parameter)) {
      if (inner === null) return "must have a fixed size: text, bytes and lists have none";
      if (isMovable) return "must not follow an argument of variable length in the same struct";
      pins.push({
        word: base + before,
        kind: ruleKinds.indexOf("equal"),
        values: [numberToHex(members.words * WORD, { size: WORD })],
      });
      base += members.words;
    } else {
      base += before;
    }
    // Also keeps the numbers exact for types of any length.
    if (base > MAX_RULE_WORD) return `must be among the first ${MAX_RULE_WORD + 1} words`;
    if (inner === null) {
      return depth === segments.length - 1
        ? { word: base, type: parameter.type, pins }
        : "must name one argument of the functionSignature";
    }
    members = inner;
  }
  return "must name a single value, not a struct or a list";
}

/** A member of a struct or an array. */
interface Member {
  readonly parameter: AbiParameter;
  /** Number of head words before it. */
  readonly before: number;
  /**
   * True if a member before it is dynamic, so that its position depends on that member's length.
   */
  readonly isMovable: boolean;
}

/** Members of a struct or an array. */
interface Members {
  /** Number of head words. */
  readonly words: number;
  /** Finds one by its name or position. */
  find(segment: string): Member | undefined;
}

function structOf(list: readonly AbiParameter[]): Members {
  return {
    words: list.reduce((sum, each) => sum + wordsOf(each), 0),
    find(segment) {
      const named = list.filter(({ name }) => name === segment);
      if (named.length > 1) return undefined;
      const index = named.length === 1 ? list.indexOf(named[0]!) : positionOf(segment);
      const parameter = list[index];
      if (parameter === undefined) return undefined;
      const before = list.slice(0, index);
      return {
        parameter,
        before: before.reduce((sum, each) => sum + wordsOf(each), 0),
        isMovable: before.some(isDynamic),
      };
    },
  };
}

/** Array type: of its elements, and their number if it is fixed. */
const ARRAY = /^(.*)\[(\d*)\]$/;

/** Members of a struct or of a fixed-length array; `null` for other types. */
function membersOf(parameter: AbiParameter): Members | null {
  const array = ARRAY.exec(parameter.type);
  if (array === null) return "components" in parameter ? structOf(parameter.components) : null;
  const [, type, length] = array;
  if (length === "") return null;
  const element = { ...parameter, type: type! };
  const each = wordsOf(element);
  return {
    words: Number(length) * each,
    find(segment) {
      const index = positionOf(segment);
      if (index < 0 || index >= Number(length)) return undefined;
      return {
        parameter: element,
        before: index * each,
        isMovable: index > 0 && isDynamic(element),
      };
    },
  };
}

/** Reads a position; -1 for other values. */
function positionOf(segment: string): number {
  return /^(?:0|[1-9]\d*)$/.test(segment) ? Number(segment) : -1;
}

/** Returns whether the head contains an offset in place of the argument. */
function isDynamic(parameter: AbiParameter): boolean {
  const { type } = parameter;
  if (type === "string" || type === "bytes" || type.includes("[]")) return true;
  if (/^(?:string|bytes)\[/.test(type)) return true;
  return "components" in parameter && parameter.components.some(isDynamic);
}

/** Returns the number of words of an argument in a head. */
function wordsOf(parameter: AbiParameter): number {
  return isDynamic(parameter) ? 1 : membersOf(parameter)?.words ?? 1;
}

/** Encodes a value of an elementary type as a word; `null` if it is invalid. */
function encodeValue(type: string, value: string | boolean): Hex | null {
  if (typeof value === "boolean") {
    return type === "bool" ? numberToHex(value ? 1n : 0n, { size: WORD }) : null;
  }
  const isNumber = /^u?int/.test(type);
  const fits = isNumber
    ? /^(?:0x[\da-f]+|-?\d+)$/i.test(value)
    : type === "address"
    ? isAddress(value)
    : isHex(value) && type !== "bool" && value.length === 2 + 2 * Number(type.slice(5));
  if (!fits) return null;
  try {
    return encodeAbiParameters([{ type }], [isNumber ? BigInt(value) : value]);
  } catch {
    return null;
  }
}

/**
 * Compiles the rules of a requested call.
 *
 * @throws {AcctError} `invalid_params` with the path of the wrong field
 */
export function compileCall(
  { declared, rules }: { readonly declared?: string; readonly rules: readonly ArgumentRule[] },
  path: string,
): CompiledRules {
  if (rules.length === 0) return { rules: [], placed: [] };
  for (const [index, { kind, values: { length } = [] }] of rules.entries()) {
    const fits = kind === "oneOf"
      ? length > 0
      : length === (kind === "equal" || kind === "atMost" ? 1 : 0);
    if (!fits) throw wrong(`${path}.rules[${index}].values`, "must fit the kind");
  }
  const parameters = declared === undefined ? null : readParameters(declared);
  if (parameters === null) {
    throw wrong(
      `${path}.functionSignature`,
      "must declare the arguments of the rules, like transfer(address to, uint256 amount)",
    );
  }
  try {
    return compileRules(parameters, rules);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    const { index, member, detail } = error;
    throw wrong(`${path}.rules${member === null ? "" : `[${index}].${member}`}`, detail);
  }
}
