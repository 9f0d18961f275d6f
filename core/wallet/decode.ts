/**
 * What calls do, read from their bytes on this machine. A service may help with names and decimals
 * of tokens; recipients, amounts and approvals come from here.
 *
 * @module
 */
import {
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  type EncodeFunctionDataParameters,
  type Hex,
  isAddressEqual,
  size,
} from "viem";
import type { Call } from "../account/calls.ts";
import { tokenAbi } from "../chain/abi.ts";
import type { TokenJson } from "../service/protocol.ts";
import { cleanText } from "../text.ts";
import type { CallView, TokenView, Warning } from "./approval.ts";

/** Approvals from here on have no practical bound. */
const UNLIMITED = 2n ** 128n;

/** The native currency of a chain. */
export interface Native {
  /** Symbol. */
  readonly symbol: string;
  /** Decimals. */
  readonly decimals: number;
}

/** Decodes each call. */
export function decodeCalls(
  calls: readonly Call[],
  native: Native,
  tokens: readonly TokenJson[],
): CallView[] {
  return calls.map((call, index) => decodeCall(call, index, native, tokens));
}

/** What to warn of, as far as the calls themselves tell. */
export function warningsOf(calls: readonly CallView[]): Warning[] {
  return calls.flatMap((call): Warning[] => {
    if (call.kind === "approval_for_all") {
      return [{
        code: "approval_for_all",
        level: "danger",
        call: call.index,
        ...(call.recipient && { detail: call.recipient }),
      }];
    }
    if (call.kind === "token_approve" && call.unlimited) {
      return [{
        code: "unlimited_approval",
        level: "danger",
        call: call.index,
        ...(call.recipient && { detail: call.recipient }),
      }];
    }
    if (call.kind === "call" && call.function === undefined) {
      return [{ code: "unknown_function", level: "info", call: call.index }];
    }
    return [];
  });
}

/** A token as a dialog names it. */
export function tokenView(token: TokenJson): TokenView {
  return {
    address: token.address,
    symbol: cleanText(token.symbol, 16) || "?",
    decimals: Number.isInteger(token.decimals) && token.decimals >= 0 && token.decimals <= 77
      ? token.decimals
      : 0,
  };
}

function decodeCall(
  call: Call,
  index: number,
  native: Native,
  tokens: readonly TokenJson[],
): CallView {
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
  const decoded = decodeToken(call.data);
  if (decoded === null) return { ...base, kind: "call" };
  const token = tokenAt(call.to, tokens);
  const named = { ...base, function: decoded.function, ...(token && { token }) };
  switch (decoded.name) {
    case "transfer":
      return {
        ...named,
        kind: "token_transfer",
        recipient: decoded.address,
        amount: decoded.amount,
      };
    case "approve":
    case "increaseAllowance":
      return {
        ...named,
        kind: "token_approve",
        recipient: decoded.address,
        amount: decoded.amount,
        unlimited: decoded.amount >= UNLIMITED,
      };
    case "setApprovalForAll":
      return decoded.amount === 0n
        ? { ...named, kind: "call" }
        : { ...named, kind: "approval_for_all", recipient: decoded.address };
    default:
      return { ...named, kind: "call" };
  }
}

interface Decoded {
  readonly name: string;
  readonly function: NonNullable<CallView["function"]>;
  readonly address: Address;
  readonly amount: bigint;
}

/** Decodes a function of token contracts; `null` for any other, and for data that is malformed. */
function decodeToken(data: Hex): Decoded | null {
  if (size(data) < 4) return null;
  try {
    const { functionName, args } = decodeFunctionData({ abi: tokenAbi, data });
    const item = tokenAbi.find((candidate) => candidate.name === functionName)!;
    // Bytes that decoding passes over (behind the arguments, or beside an address) are not shown, so
    // a call that has them is not explained.
    const again = encodeFunctionData({ abi: [item], args } as EncodeFunctionDataParameters);
    if (again !== data.toLowerCase()) return null;
    const values = args as readonly (Address | bigint | boolean)[];
    const addresses = values.filter((value): value is Address => typeof value === "string");
    const last = values.at(-1);
    return {
      name: functionName,
      function: {
        name: functionName,
        args: item.inputs.map((input, index) => ({
          name: input.name,
          type: input.type,
          value: String(values[index]),
        })),
      },
      address: addresses.at(-1)!,
      amount: typeof last === "bigint" ? last : last === true ? 1n : 0n,
    };
  } catch {
    return null;
  }
}

function tokenAt(address: Address, tokens: readonly TokenJson[]): TokenView | undefined {
  const token = tokens.find((candidate) =>
    candidate.address !== null && isAddressEqual(candidate.address, address)
  );
  return token && tokenView(token);
}
