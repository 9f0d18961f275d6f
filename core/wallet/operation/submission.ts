/**
 * Prepares, signs and sends an operation. One service request prepares everything while the user
 * reads; nothing is fetched between the click and the passkey; a second request sends the signed
 * operation.
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
} from "../../dialog/types.ts";
import { signDigest, type WalletContext } from "../context.ts";
import { errorView } from "../prompt/error_view.ts";
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

/** Refreshes a quote this long before it expires, so that a signed operation can still land. */
const RENEW_BEFORE_MS = 20_000;

/** Shortest pause between two refreshes; it doubles while quotes expire too soon. */
const MIN_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 60_000;

/** Remaining lifetime below which a quote is not signed any more. */
const MIN_LEFT_MS = 1_000;

/** Batches changes that arrive together. */
const SETTLE_MS = 300;

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
  /** Returns the warnings that do not depend on the simulation. */
  warnings(tokens: readonly TokenJson[]): readonly Warning[];
}

/** State of a submission. */
export interface Progress {
  /** Preview for dialogs. */
  readonly shown: OperationPreview;
  /** Tokens named in the calls. */
  readonly tokens: readonly TokenJson[];
}

/** An operation that waits for the user's confirmation. */
export interface Submission {
  /** Preview and tokens, updated with each quote. */
  readonly progress: Readable<Progress>;
  /** Signs and sends; call it directly in the click. Resolves with the operation's hash. */
  approve(choice: OperationChoice, signal: AbortSignal): Promise<{ id: Hex }>;
  /** Stops refreshing. */
  stop(): void;
}

/** Starts to prepare an operation. */
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
  // The account pays unless the dApp named a sponsor.
  let payFromAccount = job.paymaster === undefined;
  // The last fee token on this device, if the service still accepts it.
  let feeToken = context.fees.of(chain.id);
  // Only the last request counts: the user may have chosen another token meanwhile.
  let requests = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let signing = false;
  const life = new AbortController();
  // Simulates again when the account changes, but never while signing.
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
  const scheduleRefresh = () => {
    clearTimeout(timer);
    if (life.signal.aborted) return;
    const wanted = left() - RENEW_BEFORE_MS;
    const wait = Math.max(wanted, pause);
    pause = wanted < pause ? Math.min(2 * pause, MAX_PAUSE_MS) : MIN_PAUSE_MS;
    timer = setTimeout(() => void prepare(), Math.min(wait, 2 ** 31 - 1));
  };

  const prepare = async (status: PreviewStatus = prepared ? "refreshing" : "loading") => {
    clearTimeout(timer);
    const turn = ++requests;
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
      if (turn !== requests) return;
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
      if (turn !== requests || life.signal.aborted) return;
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
      scheduleRefresh();
    } catch (error) {
      if (life.signal.aborted || signal.aborted || turn !== requests) return;
      prepared = undefined;
      show({ status: "error", error: errorView(error), retry: () => void prepare() });
    }
  };
  /** Prepares the fee in another token; nothing can be signed until then. */
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
      // Keeps the quote fresh until the user tries again.
      signing = false;
      scheduleRefresh();
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
      // The old quote stays valid while it is refreshed.
      const usable = status === "ready" || status === "refreshing";
      if (current === undefined || !usable) throw new AcctError("not_ready");
      if (left() <= MIN_LEFT_MS) {
        void prepare();
        throw new AcctError("quote_changed");
      }
      checkFee(fee, payFromAccount);
      if (shortages !== undefined) throw new AcctError("insufficient_funds");
      if (hasOptions(fee)) context.fees.set(chain.id, fee.token.address);
      // After a failed send the next click sends the same signed operation again.
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

/** Returns true if an error of `acct_send` means that the operation can never land. */
function mustPrepareAgain(error: unknown): boolean {
  return error instanceof AcctError &&
    ["operation_refused", "sponsor_failed", "simulation_reverts", "insufficient_funds"]
      .concat("quote_changed")
      .includes(error.data.cause);
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

/** Returns true if a refresh changed fee, warnings, shortages or balance changes. */
function isWorse(before: OperationPreview, after: Omit<OperationPreview, "revision">): boolean {
  return isWorseFee(before.fee, after.fee) ||
    text(before.warnings) !== text(after.warnings) ||
    text(before.shortages) !== text(after.shortages) ||
    text(before.changes) !== text(after.changes);
}

/** Serializes for comparison; amounts are bigints. */
function text(value: unknown): string {
  return JSON.stringify(
    value,
    (_key, inner) => typeof inner === "bigint" ? String(inner) : inner,
  );
}
