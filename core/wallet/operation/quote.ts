/** Prepares an operation with the service, and verifies and describes the result. @module */
import { type Address, getAddress, type Hex, hexToBigInt, numberToHex } from "viem";
import { checkPrepared } from "../../client/prepared_operation.ts";
import { AcctError } from "../../ground/errors.ts";
import { MAX_BOUNDED_TOKENS } from "../../ground/limits.ts";
import type { PrepareResult } from "../../protocol/service/mod.ts";
import type { FeeTokenJson } from "../../wire/fees.ts";
import type { CallJson, TokenJson } from "../../wire/values.ts";
import type { SponsorRequest } from "../../dialog/requests.ts";
import type { AccountRecord } from "../device/accounts.ts";
import { cleanText } from "../../lib/text.ts";
import type { AllowanceView } from "../../dialog/reading.ts";
import type { ChainView, Warning } from "../../dialog/types.ts";
import type { WalletContext } from "../context/context.ts";
import { tokenView } from "../../reading/tokens.ts";
import { feeTokensOf, feeView, isSame, payableToken } from "./fee.ts";
import { shortagesOf } from "./shortage.ts";
import { stopwatch } from "./stopwatch.ts";
import type { Quote, SubmissionState } from "./submission_state.ts";
import type { Reduction } from "../../reading/reductions.ts";
import { unnamedApprovals } from "./unnamed_approvals.ts";

/** An operation to submit. */
export interface Job {
  /** The sending account with its passkey. */
  readonly record: AccountRecord;
  /** Chain of the operation. */
  readonly chain: ChainView;
  /** Call data of the account. */
  readonly callData: Hex;
  /** `callData` as calls; empty for a function of the account itself. */
  readonly calls: readonly CallJson[];
  /** Bytes at the end of `callData`, after the calls. */
  readonly suffix?: Hex;
  /** Number of operations that one signature will cover. Default: 1. */
  readonly together?: number;
  /** The sponsor that the dApp named. */
  readonly paymaster?: SponsorRequest;
  /** Bundle id chosen by the dApp. */
  readonly id?: string;
  /** Tokens to describe in addition to those in the calls. */
  readonly tokens?: readonly Address[];
  /** Recipients to look up names for. */
  readonly payees?: readonly Address[];
  /** True to request prices. */
  readonly priced?: boolean;
  /** Currency of the prices. Default: the operator's. */
  readonly currency?: string;
  /** Approvals that the decoded calls grant; all other approvals are dangers. */
  readonly allows?: readonly AllowanceView[];
  /**
   * Decodes the calls with the tokens that the service describes, before any step that depends on
   * them.
   */
  read?(tokens: readonly TokenJson[]): Promise<void>;
  /** Returns the allowances that the decoded calls lower. */
  reductions?(tokens: readonly TokenJson[]): readonly Reduction[];
  /** True if not all calls were decoded; the account then bounds the amounts they can take. */
  readonly bounded?: boolean;
  /** Resolves once the warnings have all data for their comparisons; never rejects. */
  readonly measured?: Promise<void>;
  /** Returns the warnings that do not depend on the simulation. */
  warnings(tokens: readonly TokenJson[]): readonly Warning[];
}

/**
 * Requests a quote and verifies it; it replaces the state's quote.
 *
 * @param isCurrent returns whether the result is still needed
 * @returns `null` if the result is no longer needed
 */
async function requestQuote(
  context: WalletContext,
  job: Job,
  { quote, payFromAccount, feeToken }: SubmissionState,
  isCurrent: () => boolean,
  signal: AbortSignal,
): Promise<Quote | null> {
  const { record: { account, ownerIndex }, chain, calls, callData } = job;
  const feeTokens = await feeTokensOf(context, chain.id);
  const token = feeTokens.find(({ address }) => isSame(address, feeToken));
  const bounds = job.bounded === true ? boundTokens(context, job, feeTokens) : undefined;
  const result = await context.service.call("acct_prepare", {
    chainId: numberToHex(chain.id),
    account,
    ownerIndex: numberToHex(ownerIndex),
    calls,
    ...(calls.length === 0 && { callData }),
    parallel: true,
    ...(job.together !== undefined && { together: job.together }),
    ...(bounds && { bounds }),
    ...(job.payees !== undefined && job.payees.length > 0 && { payees: job.payees }),
    ...(job.priced === true && { priced: true }),
    ...(job.currency !== undefined && { currency: job.currency }),
    ...(job.suffix && { suffix: job.suffix }),
    ...(job.tokens !== undefined && job.tokens.length > 0 && { tokens: job.tokens }),
    ...(quote && { replaces: quote.result.operation.nonce }),
    ...(job.paymaster && { paymaster: job.paymaster }),
    ...(payFromAccount && { payFromAccount }),
    ...(token && { feeToken: token.address }),
  }, signal);
  await job.measured;
  if (!isCurrent()) return null;
  const lifetime = lifetimeOf(result);
  const age = stopwatch(context);
  checkPrepared(result, {
    account,
    callData,
    calls: calls.map((call) => ({ ...call, value: hexToBigInt(call.value) })),
    ...(bounds && { bounds }),
    ...(job.suffix && { suffix: job.suffix }),
    ...(token && { feeToken: token }),
  });
  await job.read?.(result.tokens);
  if (!isCurrent()) return null;
  const view = viewOf(result, job, feeTokens);
  const prepared = { account: account.address, chain, calls, result, fee: view.fee };
  const shortages = await shortagesOf(context, prepared, signal);
  if (!isCurrent()) return null;
  return {
    result,
    view: { ...view, ...(shortages.length > 0 && { shortages }) },
    left: () => lifetime - age(),
  };
}

/**
 * Requests the first quote of a request. If its fee cannot be paid, requests another one in the
 * first token that can pay. Later quotes, and quotes after the user's choice, keep the requested
 * token.
 */
export async function requestPayable(
  context: WalletContext,
  job: Job,
  state: SubmissionState,
  isCurrent: () => boolean,
  signal: AbortSignal,
): Promise<{ readonly quote: Quote; readonly feeToken?: Address | null } | null> {
  const quote = await requestQuote(context, job, state, isCurrent, signal);
  const feeToken = quote === null || state.chosen ? undefined : payableToken(quote.view.fee);
  if (quote === null || feeToken === undefined) return quote && { quote };
  const other = { ...state, quote, feeToken };
  const payable = await requestQuote(context, job, other, isCurrent, signal);
  return payable && { quote: payable, feeToken };
}

/** Returns the lifetime of a quote in milliseconds. */
function lifetimeOf({ validFor }: PrepareResult): number {
  if (Number.isFinite(validFor) && validFor > 0) return validFor * 1000;
  throw new AcctError("service_mismatch", { field: "validFor", detail: "No lifetime." });
}

/** Lists the tokens on this device, so that the service cannot omit them. */
function boundTokens(
  { tokens }: WalletContext,
  { chain, record }: Job,
  feeTokens: readonly FeeTokenJson[],
): Address[] {
  const watched = tokens.of(record.account.address).filter(({ chainId }) => chainId === chain.id);
  const known = [...watched, ...feeTokens].map(({ address }) => getAddress(address));
  return [...new Set(known)].slice(0, MAX_BOUNDED_TOKENS);
}

/** Builds the preview of a prepared operation. */
function viewOf(
  prepared: PrepareResult,
  job: Job,
  feeTokens: readonly FeeTokenJson[],
): Quote["view"] {
  const { simulation, bounds, unbounded = [], items = [] } = prepared;
  const warnings: Warning[] = [...job.warnings(prepared.tokens)];
  const reductions = job.reductions?.(prepared.tokens);
  warnings.unshift(...unnamedApprovals(prepared.approvals, job.allows, reductions));
  warnings.push(
    ...unbounded.slice(0, 3).map((token): Warning => ({
      code: "not_bounded",
      level: "warning",
      detail: getAddress(token),
    })),
  );
  if (simulation.status === "reverts") {
    const detail = cleanText(simulation.reason, 200);
    warnings.unshift({ code: "simulation_reverts", level: "danger", detail });
  } else if (simulation.status === "unavailable") {
    warnings.push({ code: "simulation_unavailable", level: "info" });
  } else if (simulation.differs) {
    warnings.unshift({ code: "simulation_differs", level: "danger" });
  }
  return {
    status: "ready",
    changes: prepared.changes.map(({ token, delta }) => ({
      token: tokenView(token),
      delta: BigInt(delta),
    })),
    ...(items.length > 0 && {
      items: items.map(({ token, id, delta }) => ({
        token: tokenView(token),
        id: BigInt(id),
        delta: BigInt(delta),
      })),
    }),
    ...(bounds && {
      bounds: {
        most: bounds.map(({ token, most }) => ({ token: tokenView(token), amount: BigInt(most) })),
        unbounded,
      },
    }),
    fee: feeView(prepared, job.chain, feeTokens),
    warnings,
  };
}
