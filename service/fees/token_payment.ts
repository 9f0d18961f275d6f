/** An operation whose fee the account pays in a token, at a price that the service signs. @module */
import { type Address, encodeFunctionData, erc20Abi, type Hex, numberToHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import {
  encodeTokenData,
  maxTokenCost,
  type TokenMode,
  tokenQuoteHash,
} from "../../contracts/token_paymaster.ts";
import { type Call, encodeCalls } from "../../core/account/calls.ts";
import { feeApproval } from "../../core/fee/token_fee.ts";
import type { FeeOptionJson, OperationJson } from "../../core/service/protocol.ts";
import { BundlerError } from "../bundler/bundler.ts";
import type { TokenFeesConfig } from "../chain/config.ts";
import { NodeError } from "../chain/node.ts";
import { canTake } from "../chain/simulate.ts";
import { gasSum, toOperation } from "../operations/codec.ts";
import { type Quote, withGas } from "../operations/gas.ts";
import type { FeeState, FeeTokenState } from "./state.ts";

/** Why a token cannot be used. */
export type Obstacle = NonNullable<FeeOptionJson["obstacle"]>;

/** An operation that pays in a token, signed for by the service. */
export interface TokenPayment {
  readonly operation: OperationJson;
  /** The token. */
  readonly state: FeeTokenState;
  /** Most that it can cost, in the token's smallest unit. */
  readonly maximum: bigint;
  /** Why the calls would fail, or `null`. */
  readonly reason: string | null;
}

/** What a payment is made of. */
export interface PaymentRequest {
  readonly quote: Quote;
  readonly config: TokenFeesConfig;
  readonly fees: FeeState;
  /** What is to be done; empty for a function of the account itself. */
  readonly calls: readonly Call[];
  /** The account's creation, with which a simulation begins. */
  readonly creation: { readonly factory: Address; readonly factoryData: Hex };
  /** Whether too many operations have not failed to pay afterwards. */
  readonly mayPayAfterwards: () => Promise<boolean>;
  /** Last second of the price. */
  readonly validUntil: number;
}

/** A token with a price. */
type Priced = FeeTokenState & { readonly tokenPerNative: bigint };

/**
 * Gas limits of the paymaster. No estimate finds them: before the service signed, the paymaster takes
 * nothing, neither before nor after. Measured with the test tokens, with room for tokens behind proxies, which were not tried.
 */
export const PAYMASTER_GAS: Readonly<
  Record<TokenMode, { readonly verification: bigint; readonly postOp: bigint }>
> = {
  prepaid: { verification: 150_000n, postOp: 90_000n },
  postpaid: { verification: 70_000n, postOp: 110_000n },
};

/** What estimates approve: no real maximum has more bytes, and every token can hold it. */
const STUB_AMOUNT = 2n ** 96n - 1n;
/** As long and as dear as a real one. */
const STUB_SIGNATURE: Hex = `0x${"11".repeat(32)}${"22".repeat(32)}1b`;
/** Gas below which no operation is: an allowance below its cost is not worth an estimate. */
const LEAST_GAS = 300_000n;

/** Makes the payment in the way that the allowance allows, or says why it cannot be. */
export async function payInToken(
  request: PaymentRequest,
  state: FeeTokenState,
): Promise<TokenPayment | Obstacle> {
  const { tokenPerNative, allowance } = state;
  if (tokenPerNative === null) return "unavailable";
  const priced: Priced = { ...state, tokenPerNative };
  const least = LEAST_GAS * BigInt(request.quote.draft.maxFeePerGas) * tokenPerNative / 10n ** 18n;
  try {
    const paid = allowance > 0n && allowance >= least ? await prepaid(request, priced) : null;
    return paid ?? await postpaid(request, priced);
  } catch (error) {
    // The paymaster's own refusals (deposit, stake) take this choice away and nothing else.
    if (error instanceof BundlerError && error.aa?.startsWith("AA3") === true) return "unavailable";
    throw error;
  }
}

/** Takes the maximum beforehand; `null` if the allowance does not reach that far. */
async function prepaid(
  request: PaymentRequest,
  state: Priced,
): Promise<TokenPayment | Obstacle | null> {
  const payment = await estimate(request, state, "prepaid", request.quote.draft.callData);
  if (state.allowance < payment.maximum) return null;
  return await obstacleOf(request, payment, "prepaid") ?? await sign(request, payment, "prepaid");
}

/** Takes the cost afterwards: the approval is the operation's first call. */
async function postpaid(
  request: PaymentRequest,
  state: Priced,
): Promise<TokenPayment | Obstacle> {
  const { quote, calls, fees, config: { paymaster } } = request;
  // Calls that fail take the approval back with them, and then nobody pays the paymaster.
  if (calls.length === 0 || quote.reverts) return "unavailable";
  if (!await request.mayPayAfterwards()) return "unavailable";
  const { address: token } = state.token;
  const reset = state.allowance > 0n && await refusesChange(request, token);
  const withApproval = (amount: bigint) =>
    encodeCalls([...feeApproval({ token, paymaster, amount, reset }), ...calls]);
  const draft = await estimate(request, state, "postpaid", withApproval(STUB_AMOUNT));
  if (draft.reason !== null) return "unavailable";
  if (costOf(draft.operation) > fees.postpaidCap) return "limit";
  const operation = { ...draft.operation, callData: withApproval(draft.maximum) };
  const payment = { ...draft, operation };
  return await obstacleOf(request, payment, "postpaid") ?? await sign(request, payment, "postpaid");
}

/** The operation with all its gas, at the token's price. */
async function estimate(
  { quote, config, validUntil }: PaymentRequest,
  state: Priced,
  mode: TokenMode,
  callData: Hex,
): Promise<TokenPayment> {
  const { token, tokenPerNative } = state;
  const gas = PAYMASTER_GAS[mode];
  const { operation, reason } = await withGas(quote, {
    ...quote.draft,
    callData,
    paymaster: config.paymaster,
    paymasterData: encodeTokenData({
      validAfter: 0,
      validUntil,
      mode,
      token: token.address,
      tokenPerNative,
      signature: STUB_SIGNATURE,
    }),
    paymasterVerificationGasLimit: numberToHex(gas.verification),
    paymasterPostOpGasLimit: numberToHex(gas.postOp),
  });
  return {
    operation,
    state,
    reason,
    maximum: maxTokenCost(toOperation(operation), tokenPerNative),
  };
}

/** What stands in the way of a payment whose every figure is known. */
async function obstacleOf(
  { quote, fees, config, creation }: PaymentRequest,
  { operation, state, maximum }: TokenPayment,
  mode: TokenMode,
): Promise<Obstacle | null> {
  if (state.balance < maximum) return "balance";
  if (fees.deposit < costOf(operation)) return "unavailable";
  if (quote.reverts) return null;
  // The calls themselves may spend what the fee needs.
  const taken = await canTake(quote.chain, { address: operation.sender, ...creation }, {
    callData: operation.callData,
    token: state.token.address,
    taker: config.paymaster,
    amount: maximum,
    before: mode === "prepaid",
  });
  return taken === false ? "balance" : null;
}

async function sign(
  { quote, config, validUntil }: PaymentRequest,
  payment: TokenPayment,
  mode: TokenMode,
): Promise<TokenPayment> {
  const { operation, state: { token, tokenPerNative } } = payment;
  const terms = {
    validAfter: 0,
    validUntil,
    mode,
    token: token.address,
    tokenPerNative: tokenPerNative ?? 0n,
  };
  const hash = tokenQuoteHash({
    paymaster: config.paymaster,
    chainId: quote.chain.id,
    operation: toOperation(operation),
    quote: terms,
  });
  const signature = await privateKeyToAccount(config.signerKey).sign({ hash });
  return {
    ...payment,
    operation: { ...operation, paymasterData: encodeTokenData({ ...terms, signature }) },
  };
}

/** Whether a token refuses to change an allowance that is not 0, as some old ones do. */
async function refusesChange(
  { quote: { chain, draft }, config }: PaymentRequest,
  token: Address,
): Promise<boolean> {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: "approve",
    args: [config.paymaster, STUB_AMOUNT],
  });
  try {
    await chain.node.request("eth_call", [{ from: draft.sender, to: token, data }, "latest"]);
    return false;
  } catch (error) {
    if (error instanceof NodeError) return true;
    throw error;
  }
}

/** Most wei that an operation can cost its paymaster. */
function costOf(operation: OperationJson): bigint {
  return gasSum(operation) * BigInt(operation.maxFeePerGas);
}
