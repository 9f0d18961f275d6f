/**
 * Lets the user claim a name below the dApp's ENS domain. The account signs the claim with one
 * passkey prompt; skipping needs none.
 *
 * @module
 */
import { numberToHex } from "viem";
import { typedDataToSign } from "../../account/message.ts";
import type { Creation } from "../../account/owners/creation.ts";
import { AcctError } from "../../ground/errors.ts";
import { claimTypedData } from "../../names/claim.ts";
import { type Writable, writable } from "../../lib/readable.ts";
import type { ClaimNameParams, NameAvailableResult } from "../../protocol/service/mod.ts";
import { eitherSignal } from "../../lib/signals.ts";
import { promptUser, singleStep } from "../prompt/prompt_user.ts";
import {
  accountView,
  chainView,
  creationIfMissing,
  recordOf,
  signAsOwner,
  type WalletContext,
} from "../context/context.ts";
import { loadPreview } from "../prompt/load_preview.ts";
import type { ClaimNamePreview, LabelState } from "../../dialog/name.ts";
import { finishSignature } from "../context/finish_signature.ts";
import type { AskOptions, ParamsOf, ResultOf } from "../../dialog/requests.ts";
import { stopwatch } from "../operation/stopwatch.ts";

/** Waits for a pause in typing before a label is checked. */
const DEBOUNCE_MS = 250;
const SLOW_AFTER_MS = 2_000;

/** Prompts for a name; skipping does not count as a rejection. */
export async function claimName(
  context: WalletContext,
  params: ParamsOf["acct_claimName"],
  options: AskOptions,
): Promise<ResultOf["acct_claimName"]> {
  const { domain, texts, chainId } = params;
  const record = recordOf(context, params.account);
  const { account } = record;
  const chain = await chainView(context, chainId);
  const preview: Writable<ClaimNamePreview> = writable({
    status: "loading",
    domain,
    texts,
    label: { typed: "", state: "empty" },
    check: (typed) => lookUp(typed),
    warnings: [],
  });
  const over = new AbortController();
  const signal = eitherSignal(options.signal, over.signal);
  // Uses the service's clock: the device's may be far off, and only fresh claims are accepted.
  let serviceNow = context.now;
  const lookUp = labelLookUp(context, preview, signal, (now) => {
    const passed = stopwatch(context);
    serviceNow = () => now * 1000 + passed();
  });

  let creation: Creation | null | undefined;
  loadPreview(preview, async () => {
    creation = await creationIfMissing(context, chainId, record, signal);
  }, signal);

  // A signed claim whose submission failed is sent again without another passkey prompt.
  let signed: ClaimNameParams | undefined;
  try {
    return await promptUser<"acct_claimName", ResultOf["acct_claimName"]>(context.ui, {
      method: "acct_claimName",
      flow: options.flow ?? singleStep(),
      app: context.app,
      account: accountView(record),
      chain,
      preview,
      async onConfirm(choice, prompt) {
        if (choice.kind === "skip") return { name: null };
        const { label } = preview.get();
        if (
          creation === undefined || label.state !== "free" || label.normalized === undefined ||
          label.typed !== choice.typed
        ) throw new AcctError("not_ready");
        if (signed?.label !== label.normalized) {
          const issuedAt = Math.floor(serviceNow() / 1000);
          const name = `${label.normalized}.${domain}`;
          const signable = typedDataToSign(
            { address: account.address, chainId },
            claimTypedData({ name, account: account.address, texts, issuedAt }),
          );
          const owned = await signAsOwner(context, record, signable, prompt);
          signed = {
            domain,
            label: label.normalized,
            account,
            chainId: numberToHex(chainId),
            texts,
            issuedAt,
            signature: finishSignature(owned, signable, creation),
          };
        }
        try {
          const { name } = await context.service.call("acct_claimName", signed);
          if (name !== `${signed.label}.${domain}`) throw new AcctError("service_mismatch");
          const current = context.accounts.at(account.address) ?? record;
          context.accounts.put({ ...current, ens: name });
          return { name };
        } catch (error) {
          const gone = error instanceof AcctError && error.data.cause === "name_taken";
          if (gone) preview.set({ ...preview.get(), label: { ...label, state: "taken" } });
          if (!isOutage(error)) signed = undefined;
          const { field } = error instanceof AcctError ? error.data : {};
          if (field?.endsWith(".issuedAt")) lookUp(label.typed);
          throw error;
        }
      },
    }, options.signal);
  } finally {
    over.abort();
  }
}

/** Checks labels with the service while the user types. */
function labelLookUp(
  context: WalletContext,
  preview: Writable<ClaimNamePreview>,
  signal: AbortSignal,
  onFree: (serviceNow: number) => void,
): (typed: string) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let late: ReturnType<typeof setTimeout> | undefined;
  let pending: AbortController | undefined;
  const stop = () => {
    clearTimeout(timer);
    clearTimeout(late);
    pending?.abort();
  };
  signal.addEventListener("abort", stop);
  return (typed) => {
    stop();
    if (signal.aborted) return;
    const update = (
      state: LabelState,
      more: Pick<ClaimNamePreview["label"], "normalized" | "suggestions"> = {},
    ) => preview.set({ ...preview.get(), label: { typed, state, ...more } });
    const obvious = obviousState(typed);
    if (obvious !== null) return update(obvious);
    update("checking");
    const own = pending = new AbortController();
    const ask = (label: string): Promise<NameAvailableResult> =>
      context.service.call(
        "acct_nameAvailable",
        { domain: preview.get().domain, label },
        eitherSignal(signal, own.signal),
      );
    const suggest = async (state: LabelState) => {
      const found = await Promise.all(variantsOf(typed).map((each) => ask(each).catch(() => null)));
      const suggestions = found.flatMap((each) => each?.status === "free" ? each.label : []);
      if (!own.signal.aborted && suggestions.length > 0) update(state, { suggestions });
    };
    const request = async () => {
      const slowTimer = late = setTimeout(() => update("slow"), SLOW_AFTER_MS);
      try {
        const found = await ask(typed);
        if (own.signal.aborted) return;
        if (found.status !== "free") {
          update(found.status);
          if (found.status === "taken" || found.status === "similar") void suggest(found.status);
          return;
        }
        onFree(found.now);
        update(found.status, { normalized: found.label });
      } catch (error) {
        if (own.signal.aborted || signal.aborted) return;
        const { retryAfter } = error instanceof AcctError ? error.data : {};
        if (retryAfter === undefined) return update("offline");
        // Rate limited: checks again when the service allows it.
        update("slow");
        timer = setTimeout(() => void request(), retryAfter * 1_000);
      } finally {
        // Clears its own timer only, not the timer of a newer request.
        clearTimeout(slowTimer);
      }
    };
    timer = setTimeout(() => void request(), DEBOUNCE_MS);
  };
}

/** Checks the rules that need no service; the others would add too much code to a page. */
function obviousState(typed: string): LabelState | null {
  const text = typed.trim();
  const { length } = [...text];
  if (length === 0) return "empty";
  if (text.includes(".")) return "dot";
  return length < 3 ? "short" : length > 63 ? "long" : null;
}

/** Maximum characters of a label for which others are suggested. */
const MAX_SUGGESTED_LENGTH = 16;

/** Returns similar labels, which may be available. The digits have no look-alike letters. */
function variantsOf(typed: string): readonly string[] {
  const label = typed.trim();
  const number = () =>
    [...crypto.getRandomValues(new Uint8Array(2))].map((byte) => 2 + byte % 8).join("");
  if ([...label].length > MAX_SUGGESTED_LENGTH) return [];
  // Words of another script would be rejected.
  return /^[a-z\d-]+$/i.test(label)
    ? [`${label}${number()}`, `the-${label}`, `my-${label}`]
    : [`${label}${number()}`, `${label}${number()}`];
}

/** Returns true if the outcome of a request is unknown. */
function isOutage(error: unknown): boolean {
  const cause = error instanceof AcctError ? error.data.cause : null;
  return cause === "service_down" || cause === "chain_down" || cause === "limit_exceeded";
}
