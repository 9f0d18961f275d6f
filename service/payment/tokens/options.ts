/** Lists the ways to pay a fee, with the cost of each. @module */
import { hexToBigInt, numberToHex } from "viem";
import { maxTokenCost, type TokenMode } from "../../../contracts/token_paymaster.ts";
import type { FeeOptionJson } from "../../../core/wire/fees.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import { type Fees, paidFees } from "../../chain/fees.ts";
import { gasSum, toOperation } from "../../entry_point/codec.ts";
import type { Quote } from "../../chain/simulation/gas.ts";
import type { Obstacle, TokenPayment } from "./payment.ts";
import type { FeeState, FeeTokenState } from "./state.ts";
import { paymasterGas } from "./token_payment.ts";

/** Maximum gas of an approval among the calls. */
const APPROVAL_GAS = 75_000n;
/** Gas of paying the EntryPoint its prefund. Operations with a paymaster do not need it. */
const PREFUND_GAS = 45_000n;
/** Wei per unit of the price. */
const ETHER = 10n ** 18n;

/** Input of {@linkcode feeOptions}. */
export interface OptionsRequest {
  readonly quote: Quote;
  readonly fees: FeeState;
  /** Prepared operation. */
  readonly operation: OperationJson;
  /** Payment in this token; null for the native currency. */
  readonly payment: TokenPayment | null;
  /** Tokens that were tried, with the obstacle. */
  readonly refused: ReadonlyMap<FeeTokenState, Obstacle>;
  /** True if an approval can be added to the calls. */
  readonly approves: boolean;
  /** Expected balance changes of the account, by token in lower case. */
  readonly changes: ReadonlyMap<string | null, bigint>;
}

/**
 * Returns the native currency and every token; the prepared token's amount is exact, other amounts are upper
 * estimates.
 */
export function feeOptions(request: OptionsRequest): FeeOptionJson[] {
  const { quote, fees, operation, payment } = request;
  const own = BigInt(quote.draft.maxFeePerGas);
  const bare = gasSum(withoutPaymaster(operation)) + (payment === null ? 0n : PREFUND_GAS);
  const leaves = (token: string | null, balance: bigint) => {
    const change = request.changes.get(token) ?? 0n;
    return change < 0n ? balance + change : balance;
  };
  const native: FeeOptionJson = {
    token: null,
    expected: numberToHex(expectedWei(quote, quote.draft, bare)),
    maximum: numberToHex(bare * own),
    balance: numberToHex(quote.state.balance),
    obstacle: leaves(null, quote.state.balance) < bare * own ? "balance" : null,
  };
  const tokens = fees.tokens.map((state): FeeOptionJson => {
    const { token, balance, tokenPerNative } = state;
    const option = { token, balance: numberToHex(balance) };
    if (payment !== null && payment.state === state) {
      const maximum = numberToHex(payment.maximum);
      const expected = expectedTokens(quote, operation, state);
      return { ...option, expected: numberToHex(expected), maximum, obstacle: null };
    }
    if (tokenPerNative === null) {
      return { ...option, expected: "0x0", maximum: "0x0", obstacle: "unavailable" };
    }
    const way = chooseWay(quote, operation, { ...state, tokenPerNative });
    const like = likePaid(quote, operation, way, state);
    const price = BigInt(like.maxFeePerGas);
    const maximum = maxTokens(like, state);
    const guess = (): Obstacle | null => {
      if (way !== "prepaid" && (!request.approves || quote.reverts)) return "unavailable";
      if (state.deposit < gasSum(like) * price) return "unavailable";
      if (fees.maxCost === 0n) return "unavailable";
      if (gasSum(like) * price > fees.maxCost) return "limit";
      if (way === "postpaid" && bare * price > fees.postpaidCap) return "limit";
      // An upper estimate must not block a payment that the exact amount might allow.
      return leaves(token.address.toLowerCase(), balance) < maximum * 2n / 3n ? "balance" : null;
    };
    return {
      ...option,
      expected: numberToHex(expectedTokens(quote, like, state)),
      maximum: numberToHex(maximum),
      obstacle: request.refused.get(state) ?? guess(),
    };
  });
  return [native, ...tokens];
}

function chooseWay(
  quote: Quote,
  operation: OperationJson,
  state: FeeTokenState & { readonly tokenPerNative: bigint },
): TokenMode {
  const prepaid = maxTokenCost(
    toOperation(likePaid(quote, operation, "prepaid", state)),
    state.tokenPerNative,
  );
  return state.allowance >= prepaid ? "prepaid" : "postpaid";
}

function maxTokens(operation: OperationJson, state: FeeTokenState): bigint {
  return maxTokenCost(toOperation(operation), state.tokenPerNative ?? 0n);
}

/** Returns the probable cost of an operation in a token; gas limits are seldom used up. */
export function expectedTokens(
  quote: Quote,
  operation: OperationJson,
  { tokenPerNative }: FeeTokenState,
): bigint {
  const wei = expectedWei(quote, operation, gasSum(operation));
  return (wei * (tokenPerNative ?? 0n) + ETHER - 1n) / ETHER;
}

/** Returns the probable cost of gas: the base fee seldom doubles. */
export function expectedWei(
  { state }: Pick<Quote, "state">,
  { maxFeePerGas, maxPriorityFeePerGas }: Fees,
  gas: bigint,
): bigint {
  const now = state.block.baseFee + hexToBigInt(maxPriorityFeePerGas);
  const most = hexToBigInt(maxFeePerGas);
  return gas * 4n / 5n * (now < most ? now : most);
}

function withoutPaymaster(operation: OperationJson): OperationJson {
  const { paymasterVerificationGasLimit: _1, paymasterPostOpGasLimit: _2, ...rest } = operation;
  return rest;
}

/** Returns the operation with the fees and the gas limits of a payment in tokens. */
function likePaid(
  { state }: Quote,
  operation: OperationJson,
  way: TokenMode,
  { transferGas }: FeeTokenState,
): OperationJson {
  const { maxFeePerGas, maxPriorityFeePerGas } = paidFees(state);
  const { verification, postOp } = paymasterGas(way, transferGas);
  const more = way === "prepaid" ? 0n : APPROVAL_GAS;
  return {
    ...operation,
    maxFeePerGas,
    maxPriorityFeePerGas,
    callGasLimit: numberToHex(hexToBigInt(operation.callGasLimit) + more),
    paymaster: operation.paymaster ?? `0x${"00".repeat(20)}`,
    paymasterVerificationGasLimit: numberToHex(verification),
    paymasterPostOpGasLimit: numberToHex(postOp),
  };
}
