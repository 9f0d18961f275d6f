/** An operation whose fee the account pays in a token to somebody else's paymaster. @module */
import type { Address } from "viem";
import { AcctError } from "../../core/protocol/errors.ts";
import type { OperationJson } from "../../core/protocol/service/mod.ts";
import { BundlerError } from "../bundler/bundler.ts";
import type { ExternalTokenFeesConfig } from "../chain/config.ts";
import { canTake } from "../chain/simulate.ts";
import { gasSum } from "../operations/codec.ts";
import { withGas } from "../operations/gas.ts";
import { approving, STUB_AMOUNT } from "./approval.ts";
import { type ExternalFees, MOST_GAS } from "./external.ts";
import { checkCharge } from "./external_charge.ts";
import { costOf, type Obstacle, type PaymentRequest, type TokenPayment } from "./payment.ts";
import type { FeeTokenState } from "./state.ts";

/** What such a payment is made of besides. */
export interface ExternalPaymentRequest extends PaymentRequest {
  /** Asks others' services. */
  readonly services: ExternalFees;
  /** First second after which the paymaster's word may end. */
  readonly leastUntil: number;
}

/** A token that somebody else takes. */
export type ExternalState = FeeTokenState & { readonly external: ExternalTokenFeesConfig };

/** Wei in the unit that prices are for. */
const ETHER = 10n ** 18n;

/** The most that a paymaster takes for an operation, by the formula of `pimlico_getTokenQuotes`. */
export function maximumExternalCost(
  operation: OperationJson,
  { tokenPerNative, postOpGas }: Pick<FeeTokenState, "tokenPerNative" | "postOpGas">,
): bigint {
  const wei = (gasSum(operation) + postOpGas) * BigInt(operation.maxFeePerGas);
  return (wei * (tokenPerNative ?? 0n) + ETHER - 1n) / ETHER;
}

/**
 * Makes the payment, or says why it cannot be. Its first call approves the maximum and no more, also
 * where an allowance reaches already: what is left of it would be the paymaster's to take as well.
 */
export async function payExternally(
  request: ExternalPaymentRequest,
  state: ExternalState,
): Promise<TokenPayment | Obstacle> {
  const { calls, quote } = request;
  // The approval is a call, and calls that fail take it back.
  if (state.tokenPerNative === null || calls.length === 0 || quote.reverts) return "unavailable";
  try {
    return await pay(request, state);
  } catch (error) {
    if (!isTheirs(error)) throw error;
    request.services.report({ chainId: quote.chain.id, service: state.external }, error);
    return "unavailable";
  }
}

/** Whether a failure is the paymaster's: it takes this choice away and nothing else. */
function isTheirs(error: unknown): error is Error {
  return error instanceof AcctError
    ? error.data.cause === "sponsor_failed"
    : error instanceof BundlerError && error.aa?.startsWith("AA3") === true;
}

async function pay(
  request: ExternalPaymentRequest,
  state: ExternalState,
): Promise<TokenPayment | Obstacle> {
  const { quote, creation, services } = request;
  const { chain, draft } = quote;
  const { address: token, paymaster } = state.token;
  const of = { chainId: chain.id, service: state.external, token };
  const withApproval = await approving(request, state);
  const stub = await services.stub(of, { ...draft, callData: withApproval(STUB_AMOUNT) });
  const { operation: estimated, reason } = await withGas(quote, stub);
  if (reason !== null) return "unavailable";
  if (tooMuchGas(estimated)) {
    throw new AcctError("sponsor_failed", { detail: "Its contract takes too much gas." });
  }
  const maximum = maximumExternalCost(estimated, state);
  const operation = { ...estimated, callData: withApproval(maximum) };
  if (state.balance < maximum) return "balance";
  if (state.deposit < costOf(operation)) return "unavailable";
  const account: AccountCreation = { address: operation.sender, ...creation };
  // The calls themselves may spend what the fee needs.
  const taking = { callData: operation.callData, token, taker: paymaster, amount: maximum };
  if (await canTake(chain, account, { ...taking, before: false }) === false) return "balance";
  const signed = await services.sign(of, operation);
  const { leastUntil } = request;
  const charge = { chain, account, token, paymaster, maximum, leastUntil };
  const until = await checkCharge(charge, signed);
  const validUntil = until < request.validUntil ? until : request.validUntil;
  return { operation: signed, state, maximum, reason, validUntil };
}

type AccountCreation = PaymentRequest["creation"] & { readonly address: Address };

function tooMuchGas(operation: OperationJson): boolean {
  return BigInt(operation.paymasterVerificationGasLimit ?? 0) > MOST_GAS ||
    BigInt(operation.paymasterPostOpGasLimit ?? 0) > MOST_GAS;
}
