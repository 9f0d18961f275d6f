/**
 * Prepares a fee that the account pays itself, in the native currency or the selected token.
 * @module
 */
import { type Address, type Hex, numberToHex } from "viem";
import type { Call } from "../../../core/account/calls.ts";
import type { PrepareParams, PrepareResult } from "../../../core/protocol/service/mod.ts";
import type { OperationJson } from "../../../core/wire/values.ts";
import type { Rehearsal } from "../../chain/simulation/rehearse.ts";
import { clockFault } from "../../chain/clock.ts";
import type { Caller } from "../../keys/caller.ts";
import type { PaymentContext } from "../ledger/context.ts";
import { gasSum } from "../../entry_point/codec.ts";
import { type Quote, withGas } from "../../chain/simulation/gas.ts";
import { expectedTokens, expectedWei, feeOptions } from "./options.ts";
import type { Obstacle, PaymentRequest, TokenPayment } from "./payment.ts";
import { type FeeState, type FeeTokenState, readFeeState } from "./state.ts";
import { payInToken } from "./token_payment.ts";
import { recordQuote, type SignedQuote } from "./quotes.ts";

/** Lifetime of a price, in seconds. */
const PRICE_TTL_S = 120;

/** Operation paid by the account. */
export interface OwnPayment
  extends Partial<Pick<PrepareResult, "fee" | "feeToken" | "feeOptions">> {
  readonly operation: OperationJson;
  /** Why the calls would revert, or `null`. */
  readonly reason: string | null;
  /** Last second at which the paymaster accepts it, if it pays in a token. */
  readonly validUntil?: number;
}

/** Input of {@linkcode payOwn}. */
export interface OwnPaymentRequest {
  readonly context: PaymentContext;
  readonly caller: Caller;
  readonly quote: Quote;
  readonly params: PrepareParams;
  readonly calls: readonly Call[];
  readonly creation: { readonly factory: Address; readonly factoryData: Hex };
  readonly simulation: Rehearsal;
  /** Unix seconds, by the later of our clock and the chain's. */
  readonly now: number;
}

/**
 * Prepares the payment. If the token cannot be used, the payment uses the native currency and the
 * options contain the reason.
 */
export async function payOwn(request: OwnPaymentRequest): Promise<OwnPayment> {
  const { quote, params, calls, simulation, now } = request;
  const { chain, draft } = quote;
  const { feeTokens } = await chain.probe();
  const isWanted = (address: Address) => address.toLowerCase() === params.feeToken?.toLowerCase();
  const wanted = feeTokens.find(({ address }) => isWanted(address));
  const fees = feeTokens.length === 0 ? null : await readFeeState(chain, draft.sender, now);
  const refused = new Map<FeeTokenState, Obstacle>();
  let payment: TokenPayment | null = null;
  const state = fees?.tokens.find(({ token }) => token === wanted);
  if (fees !== null && state !== undefined) {
    const paid = await payIn(state, fees, request);
    if (typeof paid === "string") refused.set(state, paid);
    else payment = paid;
  }
  const { operation, reason } = payment ?? await withGas(quote, draft);
  const options = (fees: FeeState) =>
    feeOptions({
      quote,
      fees,
      operation,
      payment,
      refused,
      approves: calls.length > 0,
      changes: simulation.changes,
    });
  return {
    operation,
    reason,
    fee: payment === null ? nativeFee(quote, operation) : tokenFee(quote, payment),
    ...(payment !== null && { feeToken: payment.state.token, validUntil: payment.validUntil }),
    ...(fees !== null && { feeOptions: options(fees) }),
  };
}

/** Prepares a payment in a token. */
async function payIn(
  state: FeeTokenState,
  fees: FeeState,
  { context, caller, quote, calls, creation, now }: OwnPaymentRequest,
): Promise<TokenPayment | Obstacle> {
  const { chain } = quote;
  const common: PaymentRequest = { quote, calls, creation, validUntil: now + PRICE_TTL_S };
  const config = chain.tokenFees;
  if (config === null || clockFault(context, chain) !== null) return "unavailable";
  const { key, client } = caller;
  const asker = { keyId: key.id, network: key.kind === "sk" ? null : client };
  const record = (signed: SignedQuote) =>
    recordQuote(context.store, config, { chainId: chain.id, ...asker }, signed);
  return await payInToken({ ...common, config, fees, record }, state);
}

function nativeFee(quote: Quote, operation: OperationJson): PrepareResult["fee"] {
  const gas = gasSum(operation);
  return {
    expected: numberToHex(expectedWei(quote, operation, gas)),
    maximum: numberToHex(gas * BigInt(operation.maxFeePerGas)),
    balance: numberToHex(quote.state.balance),
  };
}

function tokenFee(quote: Quote, { operation, state, maximum }: TokenPayment): PrepareResult["fee"] {
  const expected = expectedTokens(quote, operation, state);
  return {
    expected: numberToHex(expected < maximum ? expected : maximum),
    maximum: numberToHex(maximum),
    balance: numberToHex(state.balance),
  };
}
