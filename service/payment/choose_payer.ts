/**
 * Chooses who pays for an operation, and has it signed:
 *
 * 1. the sponsor that the dApp names (`paymasterService`), or
 * 2. the sponsor of the API key, within the key's policy, or
 * 3. the account, in the token that the user chose, or
 * 4. the account, in the native currency.
 *
 * If a sponsor fails, the account pays, and the answer names the failure.
 *
 * @module
 */
import type { OperationTable } from "../store/schema.ts";
import { AcctError, causes } from "../../core/ground/errors.ts";
import type { OperationJson } from "../../core/wire/values.ts";
import { BundlerError } from "../chain/node/bundler.ts";
import { paidFees } from "../chain/fees.ts";
import { withGas } from "../chain/simulation/gas.ts";
import type { PaymentContext } from "./ledger/context.ts";
import type { ExternalSponsor } from "./sponsor/external.ts";
import { type Payer, sponsorByKey } from "./sponsor/payer.ts";
import { type OwnPayment, type OwnPaymentRequest, payOwn } from "./tokens/own_payment.ts";

/** Parts of the service that the choice uses. */
export interface PayerContext extends PaymentContext {
  /** Calls the sponsors that dApps name. */
  readonly external: ExternalSponsor;
  /** Origins under which this service can be reached. */
  readonly origins: readonly string[];
}

/** Operation to pay for, and its context. */
export interface Payable extends OwnPaymentRequest {
  readonly context: PayerContext;
  /** Pending operations of the account. */
  readonly open: readonly OperationTable[];
}

/** Operation ready to sign, with its payer. */
export interface Paid {
  readonly operation: OperationJson;
  /** Sponsor; null if the account pays. */
  readonly payer: Payer | null;
  /** Why the sponsor failed, or null. */
  readonly failure: string | null;
  /** Why the calls would revert, or null. */
  readonly reason: string | null;
  /** Fee, where the account pays it. */
  readonly own: Pick<OwnPayment, "feeToken" | "fee" | "feeOptions" | "validUntil">;
}

/** Chooses the payer, fills in the gas and has the payer sign. */
export async function choosePayer(payable: Payable): Promise<Paid> {
  const { payer, failure } = await chooseSponsor(payable);
  if (payer === null) return await payAlone(payable, failure);
  const { quote } = payable;
  try {
    if (quote.reverts) throw wouldFail();
    const stub = await payer.stub({ ...quote.draft, ...paidFees(quote.state) });
    const { operation, reason } = await withGas(quote, stub);
    if (reason !== null) throw wouldFail();
    return { operation: await payer.sign(operation), payer, failure: null, reason, own: {} };
  } catch (error) {
    await payer.release();
    const detail = sponsorFailure(error);
    if (detail === null) throw error;
    return await payAlone(payable, detail);
  }
}

/** Chooses the sponsor that the dApp named, else the key's own, else none. */
async function chooseSponsor(
  { context, caller, quote, params, open, now }: Payable,
): Promise<{ payer: Payer | null; failure: string | null }> {
  const { chain, state, draft } = quote;
  if (params.payFromAccount === true) return { payer: null, failure: null };
  if (params.paymaster !== undefined && !isOwn(context, chain.id, params.paymaster.url)) {
    return { payer: context.external.payer(chain, params.paymaster), failure: null };
  }
  if (chain.sponsor === null || caller.key.policy === null) {
    // The SDK adds this sponsor by default for a test key; other dApps requested it.
    const isDefault = caller.key.environment === "test" && chain.config.testnet;
    const isAsked = params.paymaster !== undefined && !isDefault;
    return { payer: null, failure: isAsked ? "This key sponsors nothing here." : null };
  }
  try {
    const payer = await sponsorByKey(context, caller, { params, chain, state, open, draft, now });
    return { payer, failure: null };
  } catch (error) {
    if (!(error instanceof AcctError) || error.data.cause !== "sponsor_failed") throw error;
    return { payer: null, failure: error.message };
  }
}

async function payAlone(payable: Payable, failure: string | null): Promise<Paid> {
  const own = await payOwn(payable);
  return { operation: own.operation, reason: own.reason, payer: null, failure, own };
}

/** Returns whether the dApp named this service as the sponsor: no outbound call is needed then. */
function isOwn(context: PayerContext, chainId: number, url: string): boolean {
  const paths = context.origins.map((origin) => `${origin}/v1/paymaster/${chainId}`);
  return paths.includes(url.replace(/\/$/, ""));
}

function wouldFail(): AcctError {
  return new AcctError("sponsor_failed", { detail: "The calls would fail." });
}

/** Returns the reason of a sponsor's failure; null for errors that are not the sponsor's. */
function sponsorFailure(error: unknown): string | null {
  if (error instanceof AcctError) {
    if (error.data.cause !== "sponsor_failed") return null;
    // Clients prepend the message that the sponsor refused, so only the reason is kept.
    return error.message.replace(causes.sponsor_failed.message, "").trim() || error.message;
  }
  const sponsors = error instanceof BundlerError && error.aa?.startsWith("AA3") === true;
  return sponsors ? `The sponsor's contract refuses: ${error.message}` : null;
}
