/** Signs messages and typed data. @module */
import type { Hex } from "viem";
import {
  messageToSign,
  type Signable,
  type TypedData,
  typedDataToSign,
} from "../../account/message.ts";
import { hashTypedData } from "../../account/typed_data_hash.ts";
import { inPieces, turn } from "../../lib/pieces.ts";
import { wrong } from "../../ground/check.ts";
import { AcctError } from "../../ground/errors.ts";
import type { AccountRecord } from "../device/accounts.ts";
import type { MessagePreview, PreviewOf, TokenView, TypedDataPreview } from "../../dialog/types.ts";
import { type Balances, tokensToMeasure } from "../../reading/dangers.ts";
import { decodeInPieces } from "../../reading/decode.ts";
import { tokensOf } from "../../reading/ledger.ts";
import { describeData, describeMessage, readTypedSignIn } from "../../reading/message.ts";
import type { TypedContext } from "../../reading/clear/typed.ts";
import { readInPieces } from "../../reading/typed/mod.ts";
import { readBalances } from "../context/balances.ts";
import { requireAccepted } from "./permit_support.ts";
import { promptUser, singleStep } from "../prompt/prompt_user.ts";
import {
  accountView,
  chainView,
  creationIfMissing,
  isExternal,
  recordOf,
  signAsOwner,
  type WalletContext,
} from "../context/context.ts";
import { type Writable, writable } from "../../lib/readable.ts";
import { addressesIn, describeTokens } from "../../reading/typed_tokens.ts";
import type { AskOptions, ParamsOf } from "../../dialog/requests.ts";
import { finishSignature } from "../context/finish_signature.ts";
import type { Creation } from "../../account/owners/creation.ts";
import { loadPreview } from "../prompt/load_preview.ts";

/** Prompts for an EIP-191 signature. */
export async function signMessage(
  context: WalletContext,
  params: ParamsOf["personal_sign"],
  options: AskOptions,
): Promise<Hex> {
  const record = recordOf(context, params.account);
  const signer = { address: record.account.address, chainId: params.chainId };
  const preview = writable<MessagePreview>({
    status: "loading",
    bytes: params.message,
    ...(params.validator === undefined
      ? {
        digests: async () =>
          (await import("../../reading/digests.ts")).messageDigests(params.message),
        ...consentFor(describeMessage(params.message, context.app.origin)),
      }
      : { validator: params.validator, ...describeData(params.validator) }),
  });
  return await sign(context, "personal_sign", {
    record,
    chainId: params.chainId,
    signable: messageToSign(signer, params.message, params.validator),
    preview,
  }, options);
}

/** Prompts for an EIP-712 signature. */
export async function signTypedData(
  context: WalletContext,
  params: ParamsOf["eth_signTypedData_v4"],
  options: AskOptions,
): Promise<Hex> {
  const record = recordOf(context, params.account);
  const { chainId } = params;
  const signer = { address: record.account.address, chainId };
  const reading = await inPieces(readInPieces(params.typedData, signer));
  if (isExternal(context, record) && Object.hasOwn(reading.data.types, "TypedDataSign")) {
    const rule = "is the name of ERC-7739's wrapper, which preference.owner signs";
    throw wrong("params[1].types.TypedDataSign", rule);
  }
  const hashes = await inPieces(hashTypedData(reading.data));
  const { data: { primaryType, domain, message }, order, calls } = reading;
  await requireAccepted(
    context,
    { data: reading.data, account: signer.address, chainId },
    options.signal,
  );
  await turn();
  const signIn = await inPieces(readTypedSignIn(reading.data, context.app.origin));
  const view = (balances?: Balances, tokens?: readonly TokenView[]) =>
    consentFor({
      warnings: [...signIn?.warnings ?? [], ...reading.warnings(balances, tokens)],
      ...(signIn && { signIn: signIn.view }),
    });
  const chain = await chainView(context, chainId);
  const { symbol, decimals } = chain.nativeCurrency;
  const decode = async (tokens: readonly TokenView[]) =>
    calls.length === 0 ? {} : {
      calls: await inPieces(decodeInPieces(calls, { symbol, decimals }, named(tokens))),
    };
  const preview = writable<TypedDataPreview>({
    status: "loading",
    primaryType,
    domain,
    message,
    ...(order && { order }),
    reading: reading.view,
    ...(reading.isPlain && { isPlain: true }),
    ...await decode([]),
    digests: async () => (await import("../../reading/digests.ts")).typedDataDigests(hashes),
    ...view(),
  });
  return await sign(context, "eth_signTypedData_v4", {
    record,
    chainId,
    // The canonical form is both signed and shown.
    signable: typedDataToSign(signer, reading.data, hashes),
    preview,
    // Loaded before signing is enabled: the tokens of amounts must not change under a click.
    async prepare(signal) {
      if (preview.get().tokens !== undefined) return;
      const { gives, allows } = reading.view;
      const words = reading.isPlain ? await wordsFor(context, reading.data, signal) : null;
      const explain = (tokens: readonly TokenView[]) =>
        words?.({ account: signer.address, native: { symbol, decimals }, tokens: named(tokens) });
      const wanted = [
        ...tokensOf(reading.view),
        ...explain([])?.tokens ?? [],
        ...reading.isPlain ? addressesIn(reading.data.message) : [],
      ];
      const [tokens, balances] = await Promise.all([
        describeTokens(context.service, { chainId, tokens: wanted }, signal),
        readBalances(context.service, {
          chainId,
          account: signer.address,
          tokens: order === null ? tokensToMeasure([...allows, ...gives]) : [],
        }, signal),
      ]);
      const explanation = explain(tokens)?.explanation;
      const decoded = await decode(tokens);
      preview.set({
        ...preview.get(),
        tokens,
        ...decoded,
        ...(explanation && { explanation }),
        ...view(balances, tokens),
      });
    },
  }, options);
}

/** Adds names to tokens from the service's token list. */
function named(tokens: readonly TokenView[]) {
  return tokens.map(({ unlisted, ...token }) => ({
    ...token,
    name: token.symbol,
    ...(unlisted !== true && { listed: true as const }),
  }));
}

/** Loads the public registry's description of typed data; `null` if there is none. */
async function wordsFor({ service }: WalletContext, data: TypedData, signal: AbortSignal) {
  if (data.domain.verifyingContract === undefined) return null;
  const typed = await import("../../reading/clear/mod.ts").catch(() => null);
  const words = await typed?.loadTyped(service, data, signal);
  if (typed === null || words === null || words === undefined) return null;
  return (of: TypedContext) => {
    const explanation = typed.explainTyped(words, data, of);
    return explanation === null ? null : { explanation, tokens: typed.tokensIn(explanation) };
  };
}

type SigningMethod = "personal_sign" | "eth_signTypedData_v4";

interface Job<M extends SigningMethod> {
  readonly record: AccountRecord;
  readonly chainId: number;
  readonly signable: Signable;
  readonly preview: Writable<PreviewOf[M]>;
  /** Loads the remaining data of the preview; never rejects. */
  prepare?(signal: AbortSignal): Promise<void>;
}

/** Prompts for a signature; concurrently checks whether the account is deployed. */
async function sign<M extends SigningMethod>(
  context: WalletContext,
  method: M,
  job: Job<M>,
  options: AskOptions,
): Promise<Hex> {
  const { record, chainId, signable } = job;
  const chain = await chainView(context, chainId);
  let creation: Creation | null | undefined;
  const reload = loadPreview(job.preview, async () => {
    const prepared = job.prepare?.(options.signal);
    const missing = await creationIfMissing(context, chainId, record, options.signal);
    await prepared;
    creation = missing;
  }, options.signal);
  return await promptUser<M, Hex>(context.ui, {
    method,
    flow: options.flow ?? singleStep(),
    app: context.app,
    account: accountView(record),
    chain,
    preview: job.preview,
    async onConfirm(choice, signal) {
      if (job.preview.get().needsConsent === true && choice.consent !== true) {
        throw new AcctError("invalid_params", {
          field: "consent",
          detail: "The user has to consent to a sign-in for another site.",
        });
      }
      if (creation === undefined) {
        void reload();
        throw new AcctError("not_ready");
      }
      const owned = await signAsOwner(context, record, signable, signal);
      return finishSignature(owned, signable, creation);
    },
  }, options.signal);
}

/** Requests a second confirmation if the user would sign in to another site. */
function consentFor<P extends Pick<MessagePreview, "warnings">>(
  view: P,
): P & Pick<MessagePreview, "needsConsent"> {
  const needsConsent = view.warnings.some(({ code }) => code === "sign_in_elsewhere");
  return { ...view, ...(needsConsent && { needsConsent }) };
}
