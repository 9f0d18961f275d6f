/**
 * Prepares an operation with a fee that the account pays in a token, at a price signed by the
 * service.
 *
 * @module
 */
import { type Hex, numberToHex } from "viem";
import {
  encodeTokenData,
  maxTokenCost,
  type TokenMode,
  tokenQuoteHash,
} from "../../../contracts/token_paymaster.ts";
import { BundlerError } from "../../chain/node/bundler.ts";
import type { TokenFeesConfig } from "../../chain/config.ts";
import { paidFees } from "../../chain/fees.ts";
import { signerOf } from "../../chain/signers.ts";
import { canCollect } from "../../chain/simulation/simulate.ts";
import { toOperation } from "../../entry_point/codec.ts";
import { withGas } from "../../chain/simulation/gas.ts";
import { approving, STUB_AMOUNT } from "./approval.ts";
import { maxCost, type Obstacle, type PaymentRequest, type TokenPayment } from "./payment.ts";
import type { SignedQuote } from "./quotes.ts";
import type { FeeState, FeeTokenState } from "./state.ts";

/** Input of a payment to our own paymaster. */
export interface OwnTokenRequest extends PaymentRequest {
  readonly config: TokenFeesConfig;
  readonly fees: FeeState;
  /** Records a quote; false if it must not be handed out. */
  readonly record: (signed: SignedQuote) => Promise<boolean>;
}

/** Token with a price. */
type Priced = FeeTokenState & { readonly tokenPerNative: bigint };

/**
 * Gas limits of the paymaster. Estimates do not include them: before the service has signed, the
 * paymaster charges nothing. Measured with the test tokens; the margin is for tokens behind
 * proxies. The EntryPoint does not charge for unused gas up to 40,000.
 */
const PAYMASTER_GAS: Readonly<
  Record<TokenMode, { readonly verification: bigint; readonly postOp: bigint }>
> = {
  prepaid: { verification: 150_000n, postOp: 24_000n },
  postpaid: { verification: 70_000n, postOp: 54_000n },
};

/** Returns the paymaster's gas limits for a token with a given transfer gas. */
export function paymasterGas(mode: TokenMode, transferGas: number): Record<Limit, bigint> {
  const { verification, postOp } = PAYMASTER_GAS[mode];
  return { verification, postOp: postOp + 2n * BigInt(transferGas) };
}

type Limit = "verification" | "postOp";

/** As long and as expensive as a real signature. */
const STUB_SIGNATURE: Hex = `0x${"11".repeat(32)}${"22".repeat(32)}1b`;
/** Gas that every operation exceeds: a smaller allowance is not worth an estimate. */
const MIN_GAS = 300_000n;

/**
 * Prepares the payment in the mode that the allowance permits, or returns why it is not possible.
 */
export async function payInToken(
  request: OwnTokenRequest,
  state: FeeTokenState,
): Promise<TokenPayment | Obstacle> {
  const { tokenPerNative, allowance } = state;
  if (tokenPerNative === null) return "unavailable";
  const priced: Priced = { ...state, tokenPerNative };
  const { maxFeePerGas } = paidFees(request.quote.state);
  const least = MIN_GAS * BigInt(maxFeePerGas) * tokenPerNative / 10n ** 18n;
  try {
    const paid = allowance > 0n && allowance >= least ? await prepaid(request, priced) : null;
    return paid ?? await postpaid(request, priced);
  } catch (error) {
    // The paymaster's own refusals (deposit, stake) only make this option unavailable.
    if (error instanceof BundlerError && error.aa?.startsWith("AA3") === true) return "unavailable";
    throw error;
  }
}

/** Charges the maximum before execution; `null` if the allowance does not suffice. */
async function prepaid(
  request: OwnTokenRequest,
  state: Priced,
): Promise<TokenPayment | Obstacle | null> {
  const payment = await estimate(request, state, "prepaid", request.quote.draft.callData);
  if (state.allowance < payment.maximum) return null;
  return await findObstacle(request, payment, "prepaid") ?? await sign(request, payment, "prepaid");
}

/** Charges the cost after execution: the approval is the operation's first call. */
async function postpaid(
  request: OwnTokenRequest,
  state: Priced,
): Promise<TokenPayment | Obstacle> {
  const { quote, calls, fees } = request;
  // Calls that revert take the approval with them, and the paymaster would not be paid.
  if (calls.length === 0 || quote.reverts) return "unavailable";
  const withApproval = await approving(request, state);
  const draft = await estimate(request, state, "postpaid", withApproval(STUB_AMOUNT));
  if (draft.reason !== null) return "unavailable";
  if (maxCost(draft.operation) > fees.postpaidCap) return "limit";
  const operation = { ...draft.operation, callData: withApproval(draft.maximum) };
  const payment = { ...draft, operation };
  return await findObstacle(request, payment, "postpaid") ??
    await sign(request, payment, "postpaid");
}

/** Estimates the operation with all its gas, at the token's price. */
async function estimate(
  { quote, config, validUntil }: OwnTokenRequest,
  state: Priced,
  mode: TokenMode,
  callData: Hex,
): Promise<TokenPayment> {
  const { token, tokenPerNative, transferGas } = state;
  const gas = paymasterGas(mode, transferGas);
  const { operation, reason } = await withGas(quote, {
    ...quote.draft,
    ...paidFees(quote.state),
    callData,
    paymaster: config.paymaster,
    paymasterData: encodeTokenData({
      validAfter: 0,
      validUntil,
      mode,
      token: token.address,
      tokenPerNative,
      transferGas,
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
    validUntil,
  };
}

/** Finds the reason that prevents a payment with final amounts. */
async function findObstacle(
  { quote, config, creation, fees }: OwnTokenRequest,
  { operation, state, maximum }: TokenPayment,
  mode: TokenMode,
): Promise<Obstacle | null> {
  if (state.balance < maximum) return "balance";
  const cost = maxCost(operation);
  if (fees.maxCost === 0n || state.deposit < cost) return "unavailable";
  if (cost > fees.maxCost) return "limit";
  if (quote.reverts) return null;
  // The calls themselves may spend the tokens that the fee needs.
  const taken = await canCollect(quote.chain, { address: operation.sender, ...creation }, {
    operation: { ...operation, signature: quote.stubSignature },
    token: state.token.address,
    taker: config.paymaster,
    amount: maximum,
    before: mode === "prepaid",
  });
  return taken === false ? "balance" : null;
}

/** Signs the quote, and records it before it is handed out. */
async function sign(
  { quote, config, validUntil, record }: OwnTokenRequest,
  payment: TokenPayment,
  mode: TokenMode,
): Promise<TokenPayment | Obstacle> {
  const { operation, state: { token, tokenPerNative, transferGas } } = payment;
  const terms = {
    validAfter: 0,
    validUntil,
    mode,
    token: token.address,
    tokenPerNative: tokenPerNative ?? 0n,
    transferGas,
  };
  const hash = tokenQuoteHash({
    paymaster: config.paymaster,
    chainId: quote.chain.id,
    operation: toOperation(operation),
    quote: terms,
  });
  const signature = await signerOf(config).sign({ hash });
  const signed = { ...operation, paymasterData: encodeTokenData({ ...terms, signature }) };
  const isRecorded = await record({
    operation: signed,
    mode,
    token: token.address,
    until: validUntil,
    chainTime: quote.state.block.timestamp,
  });
  return isRecorded ? { ...payment, operation: signed } : "unavailable";
}
