/**
 * Sending a batch of calls. One request prepares everything while the person reads; between the
 * click and the passkey there is no network; a second request sends what was signed.
 *
 * @module
 */
import { type Hex, hexToBigInt, isAddressEqual, numberToHex } from "viem";
import type { Call } from "../account/calls.ts";
import { checkPrepared, maximumCost, operationHash } from "../account/operation.ts";
import { passkeySignature } from "../account/signature.ts";
import { contracts, ENTRY_POINT } from "../chain/contracts.ts";
import { AcctError } from "../errors.ts";
import type { CallJson, PrepareResult, SendParams } from "../service/protocol.ts";
import { cleanText } from "../text.ts";
import type { FeeView, SendCallsPreview } from "./approval.ts";
import { askPerson } from "./ask_person.ts";
import {
  accountView,
  chainView,
  errorView,
  recordOf,
  signDigest,
  type WalletContext,
} from "./context.ts";
import { decodeCalls, type Native, tokenView, warningsOf } from "./decode.ts";
import { singleStep } from "./flow.ts";
import { withoutError, writable } from "./readable.ts";
import type { AskOptions, ParamsOf } from "./wallet.ts";

/** A quote is renewed this long before it ends, so that a signed operation still has time to land. */
const RENEW_BEFORE_MS = 20_000;

/** Asks for a batch and sends it. */
export async function sendCalls(
  context: WalletContext,
  params: ParamsOf["wallet_sendCalls"],
  options: AskOptions,
): Promise<{ id: Hex }> {
  const record = recordOf(context, params.account);
  const calls = params.calls.map(toCall);
  refuseOwnContracts(calls, record.account.address);
  const chain = await chainView(context, params.chainId);
  const native: Native = chain.nativeCurrency;

  const first = decodeCalls(calls, native, []);
  const preview = writable<SendCallsPreview>({
    status: "loading",
    calls: first,
    changes: null,
    fee: null,
    warnings: warningsOf(first),
    revision: 0,
  });

  let prepared: PrepareResult | undefined;
  let signed: { readonly of: PrepareResult; readonly send: SendParams } | undefined;
  // Without a sponsor that the page named, the account pays: nobody else was asked.
  let payFromAccount = params.paymaster === undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Ends all refreshing together with the question.
  const life = new AbortController();
  const stop = () => {
    clearTimeout(timer);
    life.abort();
  };

  const prepare = async () => {
    clearTimeout(timer);
    const before = preview.get();
    preview.set({ ...withoutError(before), status: prepared ? "refreshing" : "loading" });
    try {
      const next = await context.service.call("acct_prepare", {
        chainId: numberToHex(params.chainId),
        account: record.account,
        ownerIndex: numberToHex(record.ownerIndex),
        calls: params.calls,
        parallel: true,
        ...(prepared && { replaces: prepared.operation.nonce }),
        ...(params.paymaster && { paymaster: params.paymaster }),
        ...(payFromAccount && { payFromAccount }),
      }, AbortSignal.any([options.signal, life.signal]));
      checkPrepared(next, { account: record.account, calls });
      const shown = view(next, calls, native);
      const worse = prepared !== undefined && isWorse(preview.get(), shown);
      prepared = next;
      preview.set({ ...shown, revision: preview.get().revision + (worse ? 1 : 0) });
      const left = next.validUntil * 1000 - context.now() - RENEW_BEFORE_MS;
      timer = setTimeout(() => void prepare(), Math.min(Math.max(left, 1000), 2 ** 31 - 1));
    } catch (error) {
      if (life.signal.aborted || options.signal.aborted) return;
      prepared = undefined;
      preview.set({
        ...preview.get(),
        status: "error",
        error: errorView(error),
        retry: () => void prepare(),
      });
    }
  };
  void prepare();

  try {
    return await askPerson<"wallet_sendCalls", { id: Hex }>(context.ui, {
      method: "wallet_sendCalls",
      flow: options.flow ?? singleStep(),
      app: context.app,
      account: accountView(record),
      chain,
      preview,
      async run(choice, signal) {
        if (choice.payFromAccount === true && !payFromAccount) {
          payFromAccount = true;
          await prepare();
          throw new AcctError("quote_changed");
        }
        const current = prepared;
        const { status, fee } = preview.get();
        // While a quote is renewed the old one still holds.
        const usable = status === "ready" || status === "refreshing";
        if (current === undefined || !usable) throw new AcctError("not_ready");
        if (current.validUntil * 1000 <= context.now() + 1000) {
          void prepare();
          throw new AcctError("quote_changed");
        }
        if (fee?.payer === "account") {
          // What the screen says is what may happen: a failed sponsor is never replaced in silence.
          if (fee.sponsorFailed !== undefined && !payFromAccount) {
            throw new AcctError("sponsor_failed", { detail: fee.sponsorFailed });
          }
          if (fee.balance < fee.maximum) throw new AcctError("insufficient_funds");
        }
        clearTimeout(timer);
        if (signed?.of !== current) {
          const digest = operationHash(current.operation, params.chainId);
          try {
            const assertion = await signDigest(context, record, digest, signal);
            const signature = passkeySignature(BigInt(record.ownerIndex), assertion);
            signed = {
              of: current,
              send: {
                chainId: numberToHex(params.chainId),
                operation: { ...current.operation, signature },
                account: record.account,
                ...(params.id !== undefined && { id: params.id }),
              },
            };
          } catch (error) {
            // The person may try again at leisure: the quote is kept fresh again.
            void prepareLater();
            throw error;
          }
        }
        // A signed operation that could not be handed over is handed over again by the next click.
        try {
          const { id } = await context.service.call("acct_send", signed.send);
          if (id.toLowerCase() !== operationHash(current.operation, params.chainId)) {
            throw new AcctError("service_mismatch", { field: "id" });
          }
          return { id };
        } catch (error) {
          if (mustPrepareAgain(error)) {
            signed = undefined;
            void prepare();
          }
          throw error;
        }
      },
    }, options.signal);
  } finally {
    stop();
  }

  function prepareLater(): void {
    if (life.signal.aborted || prepared === undefined) return;
    const left = prepared.validUntil * 1000 - context.now() - RENEW_BEFORE_MS;
    timer = setTimeout(() => void prepare(), Math.max(left, 1000));
  }
}

/** Whether an error of `acct_send` means that the operation can never land as it is. */
function mustPrepareAgain(error: unknown): boolean {
  return error instanceof AcctError &&
    ["operation_refused", "sponsor_failed", "simulation_reverts", "insufficient_funds"]
      .includes(error.data.cause);
}

/** A page cannot make the account call itself or the contracts that guard it. */
function refuseOwnContracts(calls: readonly Call[], account: Hex): void {
  calls.forEach((call, index) => {
    for (const own of [account, ENTRY_POINT, contracts.factory, contracts.implementation]) {
      if (isAddressEqual(call.to, own)) {
        throw new AcctError("invalid_params", {
          field: `calls[${index}].to`,
          detail: "A page cannot call the account itself or the wallet's own contracts.",
        });
      }
    }
  });
}

/** What to show of what was prepared. */
function view(
  prepared: PrepareResult,
  calls: readonly Call[],
  native: Native,
): Omit<SendCallsPreview, "revision"> {
  const decoded = decodeCalls(calls, native, prepared.tokens);
  const warnings = warningsOf(decoded);
  if (prepared.simulation.status === "reverts") {
    const detail = cleanText(prepared.simulation.reason, 200);
    warnings.unshift({ code: "simulation_reverts", level: "danger", detail });
  } else if (prepared.simulation.status === "unavailable") {
    warnings.push({ code: "simulation_unavailable", level: "info" });
  }
  return {
    status: "ready",
    calls: decoded,
    changes: prepared.changes.map(({ token, delta }) => ({
      token: tokenView(token),
      delta: BigInt(delta),
    })),
    fee: feeView(prepared, native),
    warnings,
  };
}

/** Who pays; the maximum comes from the operation itself, not from what the service says. */
function feeView(prepared: PrepareResult, native: Native): FeeView {
  if (prepared.sponsor !== null) {
    const { name, domain } = prepared.sponsor;
    return { payer: "sponsor", sponsor: cleanText(domain ?? name, 80) };
  }
  const failed = prepared.sponsorFailed;
  return {
    payer: "account",
    token: { address: null, ...native },
    expected: hexToBigInt(prepared.fee.expected),
    maximum: maximumCost(prepared.operation),
    balance: hexToBigInt(prepared.fee.balance),
    ...(failed !== null && { sponsorFailed: cleanText(failed, 200) || "?" }),
  };
}

/** Whether a refresh changed something that the person read, for the worse. */
function isWorse(before: SendCallsPreview, after: Omit<SendCallsPreview, "revision">): boolean {
  const fees = [before.fee, after.fee] as const;
  if (fees[0]?.payer !== fees[1]?.payer) return true;
  if (fees[0]?.payer === "account" && fees[1]?.payer === "account") {
    if (fees[1].maximum > fees[0].maximum) return true;
    if (fees[0].sponsorFailed !== fees[1].sponsorFailed) return true;
  }
  if (fees[0]?.payer === "sponsor" && fees[1]?.payer === "sponsor") {
    if (fees[0].sponsor !== fees[1].sponsor) return true;
  }
  return text(before.warnings) !== text(after.warnings) ||
    text(before.changes) !== text(after.changes);
}

/** Text to compare by; amounts are bigints. */
function text(value: unknown): string {
  return JSON.stringify(
    value,
    (_key, inner) => typeof inner === "bigint" ? String(inner) : inner,
  );
}

function toCall(call: CallJson): Call {
  return { to: call.to, value: hexToBigInt(call.value), data: call.data };
}
