/**
 * Prepares an operation whose fee the account pays in a token to a third-party paymaster. @module
 */
import type { Address } from "viem";
import { AcctError } from "../../../core/protocol/errors.ts";
import type { OperationJson } from "../../../core/protocol/service/mod.ts";
import { BundlerError } from "../../chain/bundler.ts";
import type { ExternalTokenFeesConfig } from "../../chain/config.ts";
import { canCollect } from "../../chain/simulate.ts";
import { gasSum } from "../../entry_point/codec.ts";
import { withGas } from "../../chain/gas.ts";
import { approving, STUB_AMOUNT } from "./approval.ts";
import { type ExternalFees, MAX_GAS } from "./external.ts";
import { checkCharge } from "./external_charge.ts";
import { maxCost, type Obstacle, type PaymentRequest, type TokenPayment } from "./payment.ts";
import type { FeeTokenState } from "./state.ts";

/** Request for such a payment. */
export interface ExternalPaymentRequest extends PaymentRequest {
  /** Client of third-party services. */
  readonly services: ExternalFees;
  /** Unix second before which the paymaster's signature must not expire. */
  readonly minValidUntil: number;
}

/** Token that a third party accepts. */
export type ExternalState = FeeTokenState & { readonly external: ExternalTokenFeesConfig };

/** Wei per unit of the price. */
const ETHER = 10n ** 18n;

/** Computes the maximum charge by the formula of `pimlico_getTokenQuotes`. */
export function maximumExternalCost(
  operation: OperationJson,
  { tokenPerNative, postOpGas }: Pick<FeeTokenState, "tokenPerNative" | "postOpGas">,
): bigint {
  const wei = (gasSum(operation) + postOpGas) * BigInt(operation.maxFeePerGas);
  return (wei * (tokenPerNative ?? 0n) + ETHER - 1n) / ETHER;
}

/**
 * Prepares the payment, or returns why it is not possible. Its first call approves exactly the
 * maximum, also where the allowance already suffices: the paymaster could charge the rest of it,
 * too.
 */
export async function payExternally(
  request: ExternalPaymentRequest,
  state: ExternalState,
): Promise<TokenPayment | Obstacle> {
  const { calls, quote } = request;
  // The approval is one of the calls and reverts with them.
  if (state.tokenPerNative === null || calls.length === 0 || quote.reverts) return "unavailable";
  try {
    return await pay(request, state);
  } catch (error) {
    if (!isPaymasterFault(error)) throw error;
    request.services.report({ chainId: quote.chain.id, service: state.external }, error);
    return "unavailable";
  }
}

/** Returns whether the failure is the paymaster's: only this option becomes unavailable. */
function isPaymasterFault(error: unknown): error is Error {
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
  if (state.deposit < maxCost(operation)) return "unavailable";
  const account: AccountCreation = { address: operation.sender, ...creation };
  // The calls themselves may spend what the fee needs.
  const { stubSignature } = quote;
  const calls = { ...operation, signature: stubSignature };
  const taking = { operation: calls, token, taker: paymaster, amount: maximum };
  if (await canCollect(chain, account, { ...taking, before: false }) === false) return "balance";
  const signed = await services.sign(of, operation);
  const { minValidUntil } = request;
  const charge = { chain, account, token, paymaster, stubSignature, maximum, minValidUntil };
  const until = await checkCharge(charge, signed);
  const validUntil = until < request.validUntil ? until : request.validUntil;
  return { operation: signed, state, maximum, reason, validUntil };
}

type AccountCreation = PaymentRequest["creation"] & { readonly address: Address };

function tooMuchGas(operation: OperationJson): boolean {
  return BigInt(operation.paymasterVerificationGasLimit ?? 0) > MAX_GAS ||
    BigInt(operation.paymasterPostOpGasLimit ?? 0) > MAX_GAS;
}
