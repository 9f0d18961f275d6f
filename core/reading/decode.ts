/**
 * Decodes calls locally, from their bytes. The service may supply names and decimals of tokens;
 * recipients, amounts and approvals are always decoded locally.
 *
 * @module
 */
import { atOnce, type Pieces } from "../lib/pieces.ts";
import { isUnlimited } from "../lib/unlimited.ts";
import { type AbiFunction, type Address, type Hex, parseAbiItem, size, zeroAddress } from "viem";
import type { Call } from "../account/calls.ts";
import { tokenAbi } from "../chain/abi.ts";
import type { TokenJson } from "../wire/values.ts";
import type { CallView, Warning } from "../dialog/types.ts";
import { decodeExactly } from "../abi/decode_exactly.ts";
import { shapeOf } from "../abi/shape.ts";
import type { Explain } from "./descriptor/explain.ts";
import { isUnlimitedAmount } from "./descriptor/values.ts";
import { type Balances, dangersOf, dangersTogether, distinct } from "./dangers.ts";
import { knownFunction, type Read, readEffects } from "./effects/mod.ts";
import { isListed, type Native, tokenAt } from "./tokens.ts";

/** Decodes each call; `explain` is used for calls that are not token functions. */
export function decodeCalls(
  calls: readonly Call[],
  native: Native,
  tokens: readonly TokenJson[],
  explain?: Explain,
): CallView[] {
  return atOnce(decodeInPieces(calls, native, tokens, explain));
}

/** Generator version of `decodeCalls`, which can pause between steps. */
export function* decodeInPieces(
  calls: readonly Call[],
  native: Native,
  tokens: readonly TokenJson[],
  explain?: Explain,
): Pieces<CallView[]> {
  const views: CallView[] = [];
  for (const [index, call] of calls.entries()) {
    views.push(yield* decodeCall(call, index, native, tokens, explain));
  }
  return views;
}

/** Decodes a call at an index. */
export function* decodeCall(
  call: Call,
  index: number,
  native: Native,
  tokens: readonly TokenJson[],
  explain?: Explain,
): Pieces<CallView> {
  yield;
  return decodeToken(call, index, native, tokens) ??
    (yield* decodeOther(call, index, tokens, explain));
}

/** Options of {@linkcode warningsOf}. */
export interface WarningOptions {
  /** Account that makes the calls. */
  readonly account?: Address;
  /** The account's known balances. */
  readonly balances?: Balances;
  /** Effects of the calls, if they were read before. */
  readonly effects?: readonly Read[];
}

/** Derives the warnings that follow from the calls themselves. */
export function warningsOf(
  calls: readonly CallView[],
  {
    account = zeroAddress,
    balances = new Map(),
    effects: read = readEffects(calls, account),
  }: WarningOptions = {},
): Warning[] {
  const found = calls.flatMap((call, position): Warning[] => {
    const { index, kind, explanation } = call;
    const { effects, beyond } = read[position]!;
    const warnings = distinct([
      ...valueWarnings(call),
      ...stepDangers(call, index),
      ...dangersOf(effects, balances, index),
    ]);
    // A dApp's own description must not reduce the warnings.
    const unknown = kind === "call" && call.function === undefined;
    if (unknown && isOdd(call)) warnings.push({ code: "odd_data", level: "warning", call: index });
    else if (unknown) warnings.push({ code: "unknown_function", level: "info", call: index });
    // Steps that were not decoded can contain a danger; steps that were not read may be one.
    if (beyond) warnings.push({ code: "partly_read", level: "danger", call: index });
    else if (isUnread(call)) warnings.push({ code: "partly_read", level: "warning", call: index });
    else if (!unknown && explanation?.partial === true) {
      warnings.push({ code: "partly_read", level: "info", call: index });
    }
    return warnings;
  });
  const together = dangersTogether(read.flatMap(({ effects }) => effects), {
    balances,
    found,
    call: calls.at(-1)?.index,
  });
  return [...found, ...together];
}

/**
 * Returns whether a call's effect was decoded from its bytes, without the dApp's own description.
 */
export function isRead(call: CallView): boolean {
  const { kind, explanation } = call;
  if (kind !== "call") return true;
  return explanation?.source === "pinned" && explanation.partial !== true && !isUnread(call) &&
    (explanation.steps ?? []).every(isRead);
}

/** Warns of value that is sent to a nonpayable function. */
function valueWarnings({ value, data, index }: CallView): Warning[] {
  return value > 0n && knownFunction(data)?.unpaid === true
    ? [{ code: "value_to_token", level: "danger", call: index }]
    : [];
}

/** Returns whether the data calls a known function in a non-canonical encoding. */
function isOdd({ data }: CallView): boolean {
  const signature = knownFunction(data)?.signature;
  if (signature === undefined) return false;
  const item = parseAbiItem(`function ${signature}` as string) as AbiFunction;
  return decodeExactly(shapeOf(item), data) === null;
}

/** Returns whether a call has steps beyond the limits that were not decoded. */
function isUnread({ explanation }: CallView): boolean {
  return explanation !== undefined &&
    ((explanation.unread ?? 0) > 0 || (explanation.steps ?? []).some(isUnread));
}

/** Collects the dangers that descriptors define for a call and all its steps. */
function stepDangers(call: CallView, index: number): Warning[] {
  const danger = (code: Warning["code"]): Warning => ({
    code,
    level: "danger",
    call: index,
    ...(call.recipient && { detail: call.recipient }),
  });
  const { explanation } = call;
  const found = (explanation?.steps ?? []).flatMap((step) => stepDangers(step, index));
  const unlimited = call.kind === "token_approve" && call.unlimited === true;
  const limitless = explanation?.source === "pinned" && explanation.fields.some(isUnlimitedAmount);
  if (call.kind === "approval_for_all") found.unshift(danger("approval_for_all"));
  else if (unlimited || limitless) found.unshift(danger("unlimited_approval"));
  return found;
}

/** Decodes a token function or a plain transfer; returns `null` for any other call. */
function decodeToken(
  call: Call,
  index: number,
  native: Native,
  tokens: readonly TokenJson[],
): CallView | null {
  const base = { index, to: call.to, value: call.value, data: call.data };
  if (size(call.data) === 0) {
    return {
      ...base,
      kind: "send",
      token: { address: null, ...native },
      recipient: call.to,
      amount: call.value,
    };
  }
  const decoded = readToken(call.data);
  if (decoded === null) return null;
  const token = tokenAt(call.to, tokens);
  const named = { ...base, function: decoded.function, ...(token && { token }) };
  const { address, amount } = decoded;
  switch (decoded.function.name) {
    case "transfer":
      return { ...named, kind: "token_transfer", recipient: address, amount };
    case "approve":
    case "increaseAllowance":
      return {
        ...named,
        kind: "token_approve",
        recipient: address,
        amount,
        unlimited: isUnlimited(amount),
      };
    case "setApprovalForAll":
      return amount === 0n
        ? { ...named, kind: "call" }
        : { ...named, kind: "approval_for_all", recipient: address };
    case "safeTransferFrom":
    case "safeBatchTransferFrom":
      return { ...named, kind: "item_transfer", recipient: address };
    case "decreaseAllowance":
      // The function name of an unknown contract proves nothing.
      return { ...named, kind: "call", ...(isListed(call.to, tokens) && { amount }) };
    default:
      return { ...named, kind: "call", recipient: address };
  }
}

/** Decodes any other call, with its explanation if there is one. */
function* decodeOther(
  call: Call,
  index: number,
  tokens: readonly TokenJson[],
  explain?: Explain,
): Pieces<CallView> {
  const base = { index, to: call.to, value: call.value, data: call.data };
  const explained = explain && (yield* explain(call, index, tokens));
  if (explained === undefined) return { ...base, kind: "call" };
  const { approval, ...rest } = explained;
  if (approval === undefined) return { ...base, ...rest, kind: "call" };
  const token = tokenAt(approval.token, tokens);
  return {
    ...base,
    ...rest,
    kind: "token_approve",
    recipient: approval.spender,
    amount: approval.amount,
    unlimited: isUnlimited(approval.amount),
    ...(token && { token }),
  };
}

interface Decoded {
  readonly function: NonNullable<CallView["function"]>;
  /** Recipient or spender. */
  readonly address: Address;
  readonly amount: bigint;
}

/** Functions of ERC-20, ERC-721 and ERC-1155. */
const tokenFunctions = (tokenAbi as readonly AbiFunction[]).map(shapeOf);

/** Selectors of token functions: neither a descriptor nor a dApp's ABI may redefine them. */
export const tokenSelectors: ReadonlySet<string> = new Set(
  tokenFunctions.map(({ selector }) => selector),
);

/** Decodes a token function; returns `null` for other functions and malformed data. */
function readToken(data: Hex): Decoded | null {
  for (const of of tokenFunctions) {
    const values = decodeExactly(of, data);
    if (values === null) continue;
    const addresses = of.inputs.flatMap(({ type }, index) =>
      type === "address" ? [values[index] as Address] : []
    );
    const last = values.at(-1);
    return {
      function: {
        name: of.name,
        args: of.inputs.map(({ name, type }, index) => ({
          name,
          type,
          value: String(values[index]),
        })),
      },
      address: addresses.at(-1)!,
      amount: typeof last === "bigint" ? last : last === true ? 1n : 0n,
    };
  }
  return null;
}
