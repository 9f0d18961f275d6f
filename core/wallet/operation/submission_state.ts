/**
 * States of an operation that waits for its confirmation, as a pure function: `next(state, event)`.
 *
 * @module
 */
import type { Address } from "viem";
import { AcctError } from "../../ground/errors.ts";
import type {
  LookedUpName,
  PrepareResult,
  SendParams,
  WorthJson,
} from "../../protocol/service/mod.ts";
import type { TokenJson } from "../../wire/values.ts";
import { withoutError } from "../../lib/readable.ts";
import type { ErrorView, OperationChoice, OperationPreview } from "../../dialog/types.ts";
import { checkFee, chosenFee, isFeeIn, isWorseFee } from "./fee.ts";

/** Minimum remaining lifetime of a quote to be signed. */
const MIN_LEFT_MS = 1_000;

/** A prepared operation. */
export interface Quote {
  /** The service's response, verified. */
  readonly result: PrepareResult;
  /** Preview of the quote. */
  readonly view: Omit<OperationPreview, "revision">;
  /** Returns the milliseconds until it expires. */
  left(): number;
}

/** A signed operation. */
export interface Signed {
  /** The quote that was signed. */
  readonly of: PrepareResult;
  /** The request that submits it. */
  readonly send: SendParams;
}

/** State of a submission. */
export interface SubmissionState {
  /** Preview for dialogs. */
  readonly shown: OperationPreview;
  /** Tokens named in the calls. */
  readonly tokens: readonly TokenJson[];
  /** Names of the recipients. */
  readonly names: readonly LookedUpName[];
  /** Prices of the tokens; `null` before the first quote. */
  readonly prices: readonly WorthJson[] | null;
  /** The last quote, or `null` if preparing has failed since. */
  readonly quote: Quote | null;
  /** Number of the last request for a quote; only its response is used. */
  readonly turn: number;
  /** True if the account pays: always, unless the dApp named a sponsor. */
  readonly payFromAccount: boolean;
  /** Fee token of the user's choice, if the service still accepts it. */
  readonly feeToken: Address | null;
  /** True once a fee was shown or chosen: no other is preselected afterwards. */
  readonly chosen: boolean;
  /** True while the passkey signs or the operation is sent. */
  readonly signing: boolean;
  /**
   * The signed operation, until the service rejects it: it may still be included, so no other is
   * prepared.
   */
  readonly signed: Signed | null;
}

/** Creates the state before the first quote. */
export function initialState(
  { warnings, payFromAccount, feeToken }:
    & Pick<OperationPreview, "warnings">
    & Pick<SubmissionState, "payFromAccount" | "feeToken">,
): SubmissionState {
  return {
    shown: { status: "loading", changes: null, fee: null, warnings, revision: 0 },
    tokens: [],
    names: [],
    prices: null,
    quote: null,
    turn: 0,
    payFromAccount,
    feeToken,
    chosen: false,
    signing: false,
    signed: null,
  };
}

/** An event of a submission. */
export type SubmissionEvent =
  /** A quote is requested. */
  | { readonly name: "prepare"; readonly status: "loading" | "refreshing" }
  | {
    readonly name: "prepared";
    readonly turn: number;
    readonly quote: Quote;
    /** A token that can pay the fee if the requested one cannot. */
    readonly feeToken?: Address | null;
  }
  | {
    readonly name: "not_prepared";
    readonly turn: number;
    readonly error: ErrorView;
    readonly retry: () => void;
  }
  /** The user agreed to pay in place of the sponsor. */
  | { readonly name: "pay_from_account" }
  | { readonly name: "choose_fee"; readonly token: Address | null }
  | { readonly name: "sign" }
  | { readonly name: "signed"; readonly signed: Signed }
  | { readonly name: "not_signed" }
  /** Sending failed; `final` if the operation can never be included. */
  | { readonly name: "not_sent"; readonly final: boolean };

/** Returns the state after an event; the same object if the event has no effect. */
export function next(state: SubmissionState, event: SubmissionEvent): SubmissionState {
  const { shown } = state;
  switch (event.name) {
    case "prepare":
      return {
        ...state,
        turn: state.turn + 1,
        shown: { ...withoutError(shown), status: event.status },
      };
    case "prepared": {
      // The user may have chosen another token in the meantime.
      if (event.turn !== state.turn) return state;
      const { result, view } = event.quote;
      const worse = state.quote !== null && isWorse(shown, view);
      const revision = shown.revision + (worse ? 1 : 0);
      const { quote, feeToken = state.feeToken } = event;
      const shownNow = { ...view, revision };
      return {
        ...state,
        quote,
        feeToken,
        chosen: true,
        tokens: result.tokens,
        names: result.names ?? state.names,
        prices: result.prices ?? state.prices ?? [],
        shown: shownNow,
      };
    }
    case "not_prepared": {
      if (event.turn !== state.turn) return state;
      const { error, retry } = event;
      return {
        ...state,
        quote: null,
        shown: { ...withoutError(shown), status: "error", error, retry },
      };
    }
    case "pay_from_account":
      return { ...state, payFromAccount: true };
    case "choose_fee": {
      const fee = chosenFee(shown.fee, event.token);
      if (fee === null || isHandedOver(state)) return state;
      const revision = shown.revision + 1;
      return {
        ...state,
        feeToken: event.token,
        chosen: true,
        shown: { ...withoutError(shown), fee, revision },
      };
    }
    case "sign":
      // Keeps the confirmed quote on display: a pending refresh is ignored from now on.
      return {
        ...state,
        signing: true,
        turn: state.turn + 1,
        shown: shown.status === "ready" ? shown : { ...shown, status: "ready" },
      };
    case "signed":
      return { ...state, signed: event.signed };
    case "not_signed":
      return { ...state, signing: false };
    case "not_sent":
      return event.final
        // The old quote must not be confirmed again while a new one is prepared.
        ? {
          ...state,
          signing: false,
          signed: null,
          shown: { ...neverSent(shown), status: "loading" },
        }
        : { ...state, signing: false, shown: maybeSent(shown) };
  }
}

/** Returns true if changes of the account can no longer affect the quote. */
export function isHandedOver({ signing, signed }: SubmissionState): boolean {
  return signing || signed !== null;
}

/** Warns that a signed operation may still be included, and removes the choice of another fee. */
function maybeSent(before: OperationPreview): OperationPreview {
  const { chooseFee: _chooseFee, ...shown } = neverSent(before);
  return { ...shown, warnings: [...shown.warnings, { code: "may_be_sent", level: "warning" }] };
}

/** Removes the warning that an operation may land. */
function neverSent(shown: OperationPreview): OperationPreview {
  return { ...shown, warnings: shown.warnings.filter(({ code }) => code !== "may_be_sent") };
}

/** Outcome of a confirmation. */
export type Decision =
  | { readonly name: "pay_from_account" }
  | { readonly name: "choose_fee"; readonly token: Address | null }
  /** A signed operation may be included; only sending it again reveals the outcome. */
  | { readonly name: "resend"; readonly signed: Signed }
  /** The quote is about to expire. */
  | { readonly name: "renew" }
  | { readonly name: "sign"; readonly quote: Quote };

/**
 * Returns the action that a confirmation triggers.
 *
 * @throws {AcctError} `not_ready`, `sponsor_failed`, `insufficient_funds`
 */
export function decide(state: SubmissionState, choice: OperationChoice): Decision {
  const { quote, signed, shown: { status, fee, shortages } } = state;
  if (signed !== null) return { name: "resend", signed };
  if (choice.payFromAccount === true && !state.payFromAccount) return { name: "pay_from_account" };
  if (choice.feeToken !== undefined && !isFeeIn(fee, choice.feeToken)) {
    return { name: "choose_fee", token: choice.feeToken };
  }
  // The old quote stays valid while it is refreshed.
  const usable = status === "ready" || status === "refreshing";
  if (quote === null || !usable) throw new AcctError("not_ready");
  if (quote.left() <= MIN_LEFT_MS) return { name: "renew" };
  checkFee(fee, state.payFromAccount);
  if (shortages !== undefined) throw new AcctError("insufficient_funds");
  return { name: "sign", quote };
}

/** Returns false if a confirmation would fail, for example due to an insufficient balance. */
export function isApprovable(state: SubmissionState): boolean {
  try {
    decide(state, {});
    return true;
  } catch {
    return false;
  }
}

/** Returns true if a refresh made fee, warnings, shortages or balance changes worse. */
function isWorse(before: OperationPreview, after: Quote["view"]): boolean {
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
