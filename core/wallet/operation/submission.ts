/**
 * Prepares, signs and sends an operation. One service request prepares everything while the user
 * reads; a second request sends the signed operation. Between the click and the passkey prompt
 * there is no request.
 *
 * @module
 */
import { type Address, type Hex, numberToHex } from "viem";
import { operationHash, operationToSign } from "../../client/prepared_operation.ts";
import type { ToSign } from "../../account/to_sign.ts";
import { AcctError } from "../../ground/errors.ts";
import type {
  LookedUpName,
  PrepareResult,
  SendParams,
  WorthJson,
} from "../../protocol/service/mod.ts";
import type { TokenJson } from "../../wire/values.ts";
import type { AskOptions } from "../../dialog/requests.ts";
import { type Readable, writable } from "../../lib/readable.ts";
import { eitherSignal } from "../../lib/signals.ts";
import type { OperationChoice, OperationPreview } from "../../dialog/types.ts";
import { signAsOwner, type WalletContext } from "../context/context.ts";
import { errorView } from "../prompt/error_view.ts";
import { hasOptions } from "./fee.ts";
import { type Job, requestPayable } from "./quote.ts";
import { refreshTimer } from "./refresh_timer.ts";
import {
  decide,
  initialState,
  isApprovable,
  isHandedOver,
  next,
  type Quote,
  type Signed,
  type SubmissionEvent,
  type SubmissionState,
} from "./submission_state.ts";

/** State of a submission. */
export interface Progress {
  /** Preview for dialogs. */
  readonly shown: OperationPreview;
  /** Tokens named in the calls. */
  readonly tokens: readonly TokenJson[];
  /** Names of the recipients. */
  readonly names: readonly LookedUpName[];
  /** Prices of the tokens; `null` before the first quote. */
  readonly prices: readonly WorthJson[] | null;
}

/** Signs an operation's hash for the account. */
export type SignOperation = (operation: ToSign) => Promise<Hex>;

/** An operation that waits for the user's confirmation. */
export interface Submission {
  /** Preview and tokens, updated with each quote. */
  readonly progress: Readable<Progress>;
  /**
   * Signs and sends; call it directly in the click. Resolves with the operation's hash.
   *
   * @param sign signs the operation; by default the owner does. It is called before this returns, or
   * not at all.
   */
  approve(choice: OperationChoice, signal: AbortSignal, sign?: SignOperation): Promise<{ id: Hex }>;
  /** Returns false if approving would fail now, as with too little balance. */
  isApprovable(): boolean;
  /** Returns the id of the bundle if it may be included: it was sent, and not rejected. */
  sent(): string | undefined;
  /** Stops refreshing. */
  stop(): void;
}

/** Starts to prepare an operation. */
export function submit(context: WalletContext, job: Job, options: AskOptions): Submission {
  const { chain } = job;
  let state = initialState({
    warnings: job.warnings([]),
    payFromAccount: job.paymaster === undefined,
    feeToken: context.fees.of(chain.id),
  });
  const progress = writable<Progress>(progressOf(state));
  const send = (event: SubmissionEvent) => {
    const { shown, signed } = state;
    state = next(state, event);
    if (state.signed !== signed) options.onSent?.(idOf(job, state.signed) ?? null);
    if (state.shown !== shown) progress.set(progressOf(state));
  };
  const life = new AbortController();
  const either = eitherSignal(options.signal, life.signal);
  const timer = refreshTimer(() => void prepare());
  const scheduleRefresh = () => {
    if (life.signal.aborted) return;
    if (state.quote !== null && isBlocked(state.quote.view)) timer.poll();
    else timer.beforeExpiry(state.quote?.left() ?? 0);
  };

  const prepare = async (status = statusOf(state)) => {
    if (isHandedOver(state)) return;
    timer.clear();
    send({ name: "prepare", status });
    const { turn } = state;
    const isCurrent = () => turn === state.turn && !either.aborted;
    try {
      const found = await requestPayable(context, job, state, isCurrent, either);
      if (found === null) return;
      const { view } = found.quote;
      const shown = hasOptions(view.fee) ? { ...view, chooseFee: choose } : view;
      send({ ...found, name: "prepared", turn, quote: { ...found.quote, view: shown } });
      scheduleRefresh();
    } catch (error) {
      const retry = () => void prepare();
      if (isCurrent()) send({ name: "not_prepared", turn, error: errorView(error), retry });
    }
  };
  /** Prepares the fee in another token; signing is disabled until then. */
  const choose = async (token: Address | null) => {
    const before = state;
    send({ name: "choose_fee", token });
    if (state !== before) await prepare("loading");
  };
  /** Signs a quote; after a failure the quote stays fresh until the user tries again. */
  const sign = async (quote: PrepareResult, prompt: AbortSignal, signOperation: SignOperation) => {
    timer.clear();
    const refreshing = state.shown.status === "refreshing";
    send({ name: "sign" });
    try {
      const signed = { of: quote, send: await signQuote(job, quote, signOperation) };
      // The user may have closed the dialog while the response was checked.
      if (prompt.aborted) throw new AcctError("aborted");
      send({ name: "signed", signed });
      return signed;
    } catch (error) {
      send({ name: "not_signed" });
      if (refreshing) void prepare();
      else scheduleRefresh();
      throw error;
    }
  };
  /** Sends a signed operation. Unless the service rejects it, no other operation is sent. */
  const deliver = (signed: Signed) =>
    sendSigned(context, signed, chain.id).catch((error) => {
      const final = mustPrepareAgain(error);
      send({ name: "not_sent", final });
      if (final) void prepare("loading");
      throw error;
    });
  void prepare();
  return {
    progress,
    sent: () => idOf(job, state.signed),
    isApprovable: () => isApprovable(state),
    async approve(choice, prompt, signOperation = ownerSigner(context, job, prompt)) {
      const decision = decide(state, choice);
      if (decision.name === "resend") return await deliver(decision.signed);
      if (decision.name !== "sign") {
        if (decision.name === "choose_fee") await choose(decision.token);
        else if (decision.name === "renew") void prepare();
        else {
          send({ name: "pay_from_account" });
          await prepare();
        }
        throw new AcctError("quote_changed");
      }
      const { fee } = state.shown;
      if (hasOptions(fee)) context.fees.set(chain.id, fee.token.address);
      return await deliver(await sign(decision.quote.result, prompt, signOperation));
    },
    stop() {
      timer.clear();
      life.abort();
    },
  };
}

function progressOf({ shown, tokens, names, prices }: SubmissionState): Progress {
  return { shown, tokens, names, prices };
}

/** Returns whether an operation waits for funds or another change on the chain. */
function isBlocked({ shortages = [], warnings }: Quote["view"]): boolean {
  return shortages.length > 0 || warnings.some(({ code }) => code === "simulation_reverts");
}

/** Returns the status of a preview while a quote is requested. */
function statusOf({ quote }: SubmissionState): "loading" | "refreshing" {
  return quote === null ? "loading" : "refreshing";
}

/** Returns the bundle id of a signed operation: the dApp's own, or its hash. */
function idOf({ id, chain }: Job, signed: Signed | null): string | undefined {
  return signed === null ? undefined : id ?? operationHash(signed.of.operation, chain.id);
}

/** Returns the signer of a single operation: the account's owner. */
function ownerSigner(
  context: WalletContext,
  { record }: Job,
  prompt: AbortSignal,
): SignOperation {
  return (operation) => signAsOwner(context, record, operation, prompt);
}

/** Signs a quote. */
async function signQuote(
  { record, chain, id }: Job,
  { operation }: PrepareResult,
  sign: SignOperation,
): Promise<SendParams> {
  const signature = await sign(operationToSign(operation, chain.id));
  return {
    chainId: numberToHex(chain.id),
    operation: { ...operation, signature },
    account: record.account,
    ...(id !== undefined && { id }),
  };
}

/** Sends a signed operation, and checks that the service accepted this one. */
async function sendSigned(
  context: WalletContext,
  { of: { operation }, send }: Signed,
  chainId: number,
): Promise<{ id: Hex }> {
  const { id } = await context.service.call("acct_send", send);
  if (id.toLowerCase() !== operationHash(operation, chainId)) {
    throw new AcctError("service_mismatch", { field: "id" });
  }
  return { id };
}

/** Returns true if an error of `acct_send` means that the operation can never be included. */
function mustPrepareAgain(error: unknown): boolean {
  return error instanceof AcctError &&
    ["operation_refused", "sponsor_failed", "simulation_reverts", "insufficient_funds"]
      .concat("quote_changed")
      .includes(error.data.cause);
}
