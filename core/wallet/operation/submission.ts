/**
 * An operation on its way from a question to the chain. One request prepares everything while the
 * person reads; between the click and the passkey there is no network; a second request sends what
 * was signed.
 *
 * @module
 */
import { type Address, type Hex, hexToBigInt, numberToHex } from "viem";
import { checkPrepared, operationHash } from "../../account/operation.ts";
import { passkeySignature } from "../../account/signature.ts";
import { AcctError } from "../../protocol/errors.ts";
import type {
  CallJson,
  FeeTokenJson,
  PrepareResult,
  SendParams,
  TokenJson,
} from "../../protocol/service/mod.ts";
import type { AccountRecord } from "../device/accounts.ts";
import { eitherSignal } from "../../lib/signals.ts";
import { cleanText } from "../../lib/text.ts";
import type {
  ChainView,
  OperationChoice,
  OperationPreview,
  PreviewStatus,
  Warning,
} from "../../dialog/request.ts";
import { errorView, signDigest, type WalletContext } from "../context.ts";
import { shortagesOf } from "./shortage.ts";
import { tokenView } from "../../reading/tokens.ts";
import { stopwatch } from "./stopwatch.ts";
import {
  checkFee,
  chosenFee,
  feeTokensOf,
  feeView,
  hasOptions,
  isFeeIn,
  isSame,
  isWorseFee,
} from "./fee.ts";
import { type Readable, withoutError, writable } from "../../lib/readable.ts";
import type { SponsorRequest } from "../../protocol/requests.ts";

/** A quote is renewed this long before it ends, so that a signed operation still has time to land. */
const RENEW_BEFORE_MS = 20_000;

/** Shortest pause between two renewals; it doubles while quotes live too short for it. */
const MIN_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 60_000;

/** What is left of a quote that may still be signed. */
const MIN_LEFT_MS = 1_000;

/** Several changes that come together are one. */
const SETTLE_MS = 300;

/** What is to be done. */
export interface Job {
  /** The account that acts, with its passkey. */
  readonly record: AccountRecord;
  /** Where. */
  readonly chain: ChainView;
  /** What the account does. */
  readonly callData: Hex;
  /** The same as calls; empty if `callData` is a function of the account itself. */
  readonly calls: readonly CallJson[];
  /** The sponsor that the page named. */
  readonly paymaster?: SponsorRequest;
  /** The caller's own bundle id. */
  readonly id?: string;
  /** Tokens to describe besides those that the calls name. */
  readonly tokens?: readonly Address[];
  /** What to warn of, whatever a simulation says. */
  warnings(tokens: readonly TokenJson[]): readonly Warning[];
}

/** What is known so far. */
export interface Progress {
  /** What dialogs show. */
  readonly shown: OperationPreview;
  /** The tokens that the calls name. */
  readonly tokens: readonly TokenJson[];
}

/** An operation that waits for its person. */
export interface Submission {
  /** How far it has come. */
  readonly progress: Readable<Progress>;
  /** Signs and sends; call it in the click. It gives the operation's hash. */
  approve(choice: OperationChoice, signal: AbortSignal): Promise<{ id: Hex }>;
  /** Ends all refreshing. */
  stop(): void;
}

/** Begins to prepare at once. */
export function submit(context: WalletContext, job: Job, signal: AbortSignal): Submission {
  const { record, chain } = job;
  const progress = writable<Progress>({
    shown: { status: "loading", changes: null, fee: null, warnings: job.warnings([]), revision: 0 },
    tokens: [],
  });
  let prepared: PrepareResult | undefined;
  let left = () => 0;
  let pause = MIN_PAUSE_MS;
  let signed: { readonly of: PrepareResult; readonly send: SendParams } | undefined;
  // Without a sponsor that the page named, the account pays: nobody else was asked.
  let payFromAccount = job.paymaster === undefined;
  // What this device paid in last time, where the service still takes it.
  let feeToken = context.fees.of(chain.id);
  // Only the answer to the last question counts: another choice may have come in between.
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let signing = false;
  const life = new AbortController();
  // What was simulated is read anew when the account changes; what is being signed stays as it is.
  const unwatch = context.watch?.({ address: record.account.address, chainId: chain.id }, () => {
    const handedOver = signed !== undefined && signed.of === prepared;
    if (signing || handedOver || progress.get().shown.status === "loading") return;
    clearTimeout(timer);
    timer = setTimeout(() => void prepare(), SETTLE_MS);
  });

  const show = (next: Partial<OperationPreview>) => {
    const { shown, tokens } = progress.get();
    progress.set({ shown: { ...withoutError(shown), ...next }, tokens });
  };
  const renewLater = () => {
    clearTimeout(timer);
    if (life.signal.aborted) return;
    const wanted = left() - RENEW_BEFORE_MS;
    const wait = Math.max(wanted, pause);
    pause = wanted < pause ? Math.min(2 * pause, MAX_PAUSE_MS) : MIN_PAUSE_MS;
    timer = setTimeout(() => void prepare(), Math.min(wait, 2 ** 31 - 1));
  };

  const prepare = async (status: PreviewStatus = prepared ? "refreshing" : "loading") => {
    clearTimeout(timer);
    const turn = ++asked;
    show({ status });
    try {
      const feeTokens = await feeTokensOf(context, chain.id);
      const token = feeTokens.find(({ address }) => isSame(address, feeToken));
      const next = await context.service.call("acct_prepare", {
        chainId: numberToHex(chain.id),
        account: record.account,
        ownerIndex: numberToHex(record.ownerIndex),
        calls: job.calls,
        ...(job.calls.length === 0 && { callData: job.callData }),
        parallel: true,
        ...(job.tokens !== undefined && job.tokens.length > 0 && { tokens: job.tokens }),
        ...(prepared && { replaces: prepared.operation.nonce }),
        ...(job.paymaster && { paymaster: job.paymaster }),
        ...(payFromAccount && { payFromAccount }),
        ...(token && { feeToken: token.address }),
      }, eitherSignal(signal, life.signal));
      if (turn !== asked) return;
      const lifetime = lifetimeOf(next);
      const age = stopwatch(context);
      checkPrepared(next, {
        account: record.account,
        callData: job.callData,
        calls: job.calls.map((call) => ({ ...call, value: hexToBigInt(call.value) })),
        ...(token && { feeToken: token }),
      });
      const known = viewOf(next, chain, feeTokens, job.warnings(next.tokens));
      const shortages = await shortagesOf(context, {
        account: record.account.address,
        chain,
        calls: job.calls,
        result: next,
        fee: known.fee,
      }, life.signal);
      if (turn !== asked || life.signal.aborted) return;
      const view = { ...known, ...(shortages.length > 0 && { shortages }) };
      const { shown } = progress.get();
      const worse = prepared !== undefined && isWorse(shown, view);
      prepared = next;
      left = () => lifetime - age();
      progress.set({
        shown: {
          ...view,
          revision: shown.revision + (worse ? 1 : 0),
          ...(hasOptions(view.fee) && { chooseFee: (token) => void choose(token) }),
        },
        tokens: next.tokens,
      });
      renewLater();
    } catch (error) {
      if (life.signal.aborted || signal.aborted || turn !== asked) return;
      prepared = undefined;
      show({ status: "error", error: errorView(error), retry: () => void prepare() });
    }
  };
  /** Prepares the fee in another token. Until the new figures are there, nothing can be signed. */
  const choose = async (token: Address | null) => {
    const { shown } = progress.get();
    const fee = chosenFee(shown.fee, token);
    if (fee === null) return;
    feeToken = token;
    show({ fee, revision: shown.revision + 1 });
    await prepare("loading");
  };
  void prepare();

  const sign = async (current: PrepareResult, prompt: AbortSignal): Promise<SendParams> => {
    clearTimeout(timer);
    signing = true;
    try {
      const digest = operationHash(current.operation, chain.id);
      const assertion = await signDigest(context, record, digest, prompt);
      const signature = passkeySignature(BigInt(record.ownerIndex), assertion);
      return {
        chainId: numberToHex(chain.id),
        operation: { ...current.operation, signature },
        account: record.account,
        ...(job.id !== undefined && { id: job.id }),
      };
    } catch (error) {
      // The person may try again at leisure: the quote is kept fresh meanwhile.
      signing = false;
      renewLater();
      throw error;
    }
  };

  return {
    progress,
    async approve(choice, prompt) {
      if (choice.payFromAccount === true && !payFromAccount) {
        payFromAccount = true;
        await prepare();
        throw new AcctError("quote_changed");
      }
      const { status, fee, shortages } = progress.get().shown;
      if (choice.feeToken !== undefined && !isFeeIn(fee, choice.feeToken)) {
        await choose(choice.feeToken);
        throw new AcctError("quote_changed");
      }
      const current = prepared;
      // While a quote is renewed the old one still holds.
      const usable = status === "ready" || status === "refreshing";
      if (current === undefined || !usable) throw new AcctError("not_ready");
      if (left() <= MIN_LEFT_MS) {
        void prepare();
        throw new AcctError("quote_changed");
      }
      checkFee(fee, payFromAccount);
      if (shortages !== undefined) throw new AcctError("insufficient_funds");
      if (hasOptions(fee)) context.fees.set(chain.id, fee.token.address);
      // A signed operation that could not be handed over is handed over again by the next click.
      if (signed?.of !== current) signed = { of: current, send: await sign(current, prompt) };
      try {
        const { id } = await context.service.call("acct_send", signed.send);
        if (id.toLowerCase() !== operationHash(current.operation, chain.id)) {
          throw new AcctError("service_mismatch", { field: "id" });
        }
        return { id };
      } catch (error) {
        signing = false;
        if (mustPrepareAgain(error)) {
          signed = undefined;
          void prepare();
        }
        throw error;
      }
    },
    stop() {
      unwatch?.();
      clearTimeout(timer);
      life.abort();
    },
  };
}

/** Whether an error of `acct_send` means that the operation can never land as it is. */
function mustPrepareAgain(error: unknown): boolean {
  return error instanceof AcctError &&
    ["operation_refused", "sponsor_failed", "simulation_reverts", "insufficient_funds"]
      .concat("quote_changed")
      .includes(error.data.cause);
}

/** Milliseconds for which a quote holds. */
function lifetimeOf({ validFor }: PrepareResult): number {
  if (Number.isFinite(validFor) && validFor > 0) return validFor * 1000;
  throw new AcctError("service_mismatch", { field: "validFor", detail: "No lifetime." });
}

/** What to show of what was prepared. */
function viewOf(
  prepared: PrepareResult,
  chain: ChainView,
  feeTokens: readonly FeeTokenJson[],
  own: readonly Warning[],
): Omit<OperationPreview, "revision"> {
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

/** Whether a refresh changed something that the person read, for the worse. */
function isWorse(before: OperationPreview, after: Omit<OperationPreview, "revision">): boolean {
  return isWorseFee(before.fee, after.fee) ||
    text(before.warnings) !== text(after.warnings) ||
    text(before.shortages) !== text(after.shortages) ||
    text(before.changes) !== text(after.changes);
}

/** Text to compare by; amounts are bigints. */
function text(value: unknown): string {
  return JSON.stringify(
    value,
    (_key, inner) => typeof inner === "bigint" ? String(inner) : inner,
  );
}
