/** Prepares an operation with the service, and verifies and describes the result. @module */
import { type Address, type Hex, hexToBigInt, numberToHex } from "viem";
import { checkPrepared } from "../../account/operation.ts";
import { AcctError } from "../../protocol/errors.ts";
import type {
  CallJson,
  FeeTokenJson,
  PrepareResult,
  TokenJson,
} from "../../protocol/service/mod.ts";
import type { SponsorRequest } from "../../protocol/requests.ts";
import type { AccountRecord } from "../device/accounts.ts";
import { cleanText } from "../../lib/text.ts";
import type { ChainView, Warning } from "../../dialog/types.ts";
import type { WalletContext } from "../context.ts";
import { tokenView } from "../../reading/tokens.ts";
import { feeTokensOf, feeView, isSame } from "./fee.ts";
import { shortagesOf } from "./shortage.ts";
import { stopwatch } from "./stopwatch.ts";
import type { Quote, SubmissionState } from "./submission_state.ts";

/** An operation to submit. */
export interface Job {
  /** The sending account with its passkey. */
  readonly record: AccountRecord;
  /** Chain of the operation. */
  readonly chain: ChainView;
  /** Call data of the account. */
  readonly callData: Hex;
  /** `callData` as calls; empty if it is a function of the account itself. */
  readonly calls: readonly CallJson[];
  /** The sponsor that the dApp named. */
  readonly paymaster?: SponsorRequest;
  /** Bundle id chosen by the dApp. */
  readonly id?: string;
  /** Tokens to describe besides those named in the calls. */
  readonly tokens?: readonly Address[];
  /** Resolves once the warnings know all that they compare with; never rejects. */
  readonly measured?: Promise<void>;
  /** Returns the warnings that do not depend on the simulation. */
  warnings(tokens: readonly TokenJson[]): readonly Warning[];
}

/**
 * Requests a quote and verifies it; it replaces the state's quote.
 *
 * @param isCurrent tells whether the answer still counts
 * @returns `null` if it does not count any more
 */
export async function requestQuote(
  context: WalletContext,
  job: Job,
  { quote, payFromAccount, feeToken }: SubmissionState,
  isCurrent: () => boolean,
  signal: AbortSignal,
): Promise<Quote | null> {
  const { record: { account, ownerIndex }, chain, calls, callData } = job;
  const feeTokens = await feeTokensOf(context, chain.id);
  const token = feeTokens.find(({ address }) => isSame(address, feeToken));
  const result = await context.service.call("acct_prepare", {
    chainId: numberToHex(chain.id),
    account,
    ownerIndex: numberToHex(ownerIndex),
    calls,
    ...(calls.length === 0 && { callData }),
    parallel: true,
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
    ...(token && { feeToken: token }),
  });
  const view = viewOf(result, chain, feeTokens, job.warnings(result.tokens));
  const prepared = { account: account.address, chain, calls, result, fee: view.fee };
  const shortages = await shortagesOf(context, prepared, signal);
  if (!isCurrent()) return null;
  return {
    result,
    view: { ...view, ...(shortages.length > 0 && { shortages }) },
    left: () => lifetime - age(),
  };
}

/** Returns the lifetime of a quote in milliseconds. */
function lifetimeOf({ validFor }: PrepareResult): number {
  if (Number.isFinite(validFor) && validFor > 0) return validFor * 1000;
  throw new AcctError("service_mismatch", { field: "validFor", detail: "No lifetime." });
}

/** Builds the preview of a prepared operation. */
function viewOf(
  prepared: PrepareResult,
  chain: ChainView,
  feeTokens: readonly FeeTokenJson[],
  own: readonly Warning[],
): Quote["view"] {
  const { simulation } = prepared;
  const warnings: Warning[] = [...own];
  if (simulation.status === "reverts") {
    const detail = cleanText(simulation.reason, 200);
    warnings.unshift({ code: "simulation_reverts", level: "danger", detail });
  } else if (simulation.status === "unavailable") {
    warnings.push({ code: "simulation_unavailable", level: "info" });
  }
  return {
    status: "ready",
    changes: prepared.changes.map(({ token, delta }) => ({
      token: tokenView(token),
      delta: BigInt(delta),
    })),
    fee: feeView(prepared, chain, feeTokens),
    warnings,
  };
}
