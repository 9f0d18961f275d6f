/** The ways to pay that a person can choose from, with what each would cost. @module */
import { hexToBigInt, numberToHex } from "viem";
import { maxTokenCost } from "../../contracts/token_paymaster.ts";
import type { FeeOptionJson, OperationJson } from "../../core/protocol/service/mod.ts";
import { gasSum, toOperation } from "../operations/codec.ts";
import type { Quote } from "../operations/gas.ts";
import { maximumExternalCost } from "./external_payment.ts";
import type { Obstacle, TokenPayment } from "./payment.ts";
import type { FeeState, FeeTokenState } from "./state.ts";
import { PAYMASTER_GAS } from "./token_payment.ts";

/** Gas of an approval among the calls, at most. */
const APPROVAL_GAS = 75_000n;
/** Gas of handing the EntryPoint its prefund, which an operation with a paymaster leaves out. */
const PREFUND_GAS = 45_000n;
/** Gas of somebody else's paymaster, of which nothing is known before it is asked. */
const EXTERNAL_GAS = { verification: 150_000n, postOp: 150_000n } as const;
/** Wei in the unit that prices are for. */
const ETHER = 10n ** 18n;

/** What the options depend on. */
export interface OptionsRequest {
  readonly quote: Quote;
  readonly fees: FeeState;
  /** What was prepared; whoever pays in it. */
  readonly operation: OperationJson;
  /** How it pays, if in a token. */
  readonly payment: TokenPayment | null;
  /** Tokens that were tried, and what stood in the way. */
  readonly refused: ReadonlyMap<FeeTokenState, Obstacle>;
  /** Whether there are calls among which an approval can be put. */
  readonly approves: boolean;
  /** Expected changes of the account's balances, by token in lower case. */
  readonly changes: ReadonlyMap<string | null, bigint>;
}

/** The native currency and every token, the prepared one exactly, the others as upper estimates. */
export function feeOptions(request: OptionsRequest): FeeOptionJson[] {
  const { quote, fees, operation, payment } = request;
  const price = BigInt(operation.maxFeePerGas);
  const bare = gasSum(withoutPaymaster(operation)) + (payment === null ? 0n : PREFUND_GAS);
  const leaves = (token: string | null, balance: bigint) => {
    const change = request.changes.get(token) ?? 0n;
    return change < 0n ? balance + change : balance;
  };
  const native: FeeOptionJson = {
    token: null,
    expected: numberToHex(expectedWei(quote, bare)),
    maximum: numberToHex(bare * price),
    balance: numberToHex(quote.state.balance),
    obstacle: leaves(null, quote.state.balance) < bare * price ? "balance" : null,
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
    const way = wayOf(operation, { ...state, tokenPerNative });
    const like = as(operation, way);
    const maximum = maximumOf(like, state);
    const guess = (): Obstacle | null => {
      if (way !== "prepaid" && (!request.approves || quote.reverts)) return "unavailable";
      if (state.deposit < gasSum(like) * price) return "unavailable";
      if (way === "postpaid" && bare * price > fees.postpaidCap) return "limit";
      // An upper estimate forbids nothing that the exact figure might allow.
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

/** How a token is taken: in our own two ways, or by somebody else. */
type Way = keyof typeof PAYMASTER_GAS | "external";

function wayOf(
  operation: OperationJson,
  state: FeeTokenState & { readonly tokenPerNative: bigint },
): Way {
  if (state.external !== null) return "external";
  const prepaid = maxTokenCost(toOperation(as(operation, "prepaid")), state.tokenPerNative);
  return state.allowance >= prepaid ? "prepaid" : "postpaid";
}

function maximumOf(operation: OperationJson, state: FeeTokenState): bigint {
  return state.external === null
    ? maxTokenCost(toOperation(operation), state.tokenPerNative ?? 0n)
    : maximumExternalCost(operation, state);
}

/** What an operation probably costs in a token: the limits hold room that is seldom used. */
export function expectedTokens(
  quote: Quote,
  operation: OperationJson,
  { tokenPerNative, postOpGas }: FeeTokenState,
): bigint {
  const wei = expectedWei(quote, gasSum(operation) + postOpGas);
  return (wei * (tokenPerNative ?? 0n) + ETHER - 1n) / ETHER;
}

/** What gas probably costs: the base fee seldom doubles. */
export function expectedWei({ state, draft }: Quote, gas: bigint): bigint {
  const now = state.block.baseFee + state.tip;
  const most = hexToBigInt(draft.maxFeePerGas);
  return gas * 4n / 5n * (now < most ? now : most);
}

function withoutPaymaster(operation: OperationJson): OperationJson {
  const { paymasterVerificationGasLimit: _1, paymasterPostOpGasLimit: _2, ...rest } = operation;
  return rest;
}

/** The operation with the gas that a payment in tokens takes. */
function as(operation: OperationJson, way: Way): OperationJson {
  const { verification, postOp } = way === "external" ? EXTERNAL_GAS : PAYMASTER_GAS[way];
  const more = way === "prepaid" ? 0n : APPROVAL_GAS;
  return {
    ...operation,
    callGasLimit: numberToHex(hexToBigInt(operation.callGasLimit) + more),
    paymaster: operation.paymaster ?? `0x${"00".repeat(20)}`,
    paymasterVerificationGasLimit: numberToHex(verification),
    paymasterPostOpGasLimit: numberToHex(postOp),
  };
}
