/** A fee that the account pays itself: in the native currency, or in the token that was chosen. @module */
import { type Address, type Hex, numberToHex } from "viem";
import type { Call } from "../../core/account/calls.ts";
import type { OperationJson, PrepareParams, PrepareResult } from "../../core/service/protocol.ts";
import type { Simulation } from "../chain/simulate.ts";
import { gasSum } from "../operations/codec.ts";
import { type Quote, withGas } from "../operations/gas.ts";
import type { Store } from "../store/store.ts";
import { expectedTokens, expectedWei, feeOptions } from "./options.ts";
import { type FeeState, type FeeTokenState, readFeeState } from "./state.ts";
import { type Obstacle, payInToken, type TokenPayment } from "./token_payment.ts";
import { mayPayAfterwards } from "./unpaid.ts";

/** Seconds that a price holds. */
const PRICE = 120;

/** An operation that the account pays. */
export interface OwnPayment
  extends Partial<Pick<PrepareResult, "fee" | "feeToken" | "feeOptions">> {
  readonly operation: OperationJson;
  /** Why the calls would fail, or `null`. */
  readonly reason: string | null;
}

/** What it depends on. */
export interface OwnPaymentRequest {
  readonly store: Store;
  /** The API key of whoever asks. */
  readonly keyId: string;
  readonly quote: Quote;
  readonly params: PrepareParams;
  readonly calls: readonly Call[];
  readonly creation: { readonly factory: Address; readonly factoryData: Hex };
  readonly simulation: Simulation;
  /** Unix seconds, by the later of our clock and the chain's. */
  readonly now: number;
}

/** Prepares it; a token that cannot be used is left for the native currency, and the options say why. */
export async function payOwn(request: OwnPaymentRequest): Promise<OwnPayment> {
  const { quote, params, calls, creation, simulation, now } = request;
  const { chain, draft } = quote;
  const config = chain.tokenFees;
  const fees = config === null ? null : await readFeeState(chain, config, draft.sender, now);
  const refused = new Map<FeeTokenState, Obstacle>();
  let payment: TokenPayment | null = null;
  const wanted = params.feeToken?.toLowerCase();
  const state = fees?.tokens.find(({ token }) => token.address.toLowerCase() === wanted);
  if (config !== null && fees !== null && state !== undefined) {
    const validUntil = now + PRICE;
    const debtor = { chainId: chain.id, keyId: request.keyId, sender: draft.sender };
    const paid = await payInToken({
      quote,
      config,
      fees,
      calls,
      creation,
      validUntil,
      mayPayAfterwards: () => mayPayAfterwards(request.store, config, debtor),
    }, state);
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
    ...(payment !== null && { feeToken: payment.state.token }),
    ...(fees !== null && { feeOptions: options(fees) }),
  };
}

function nativeFee(quote: Quote, operation: OperationJson): PrepareResult["fee"] {
  const gas = gasSum(operation);
  return {
    expected: numberToHex(expectedWei(quote, gas)),
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
