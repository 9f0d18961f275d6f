/** Signs messages and typed data. @module */
import { type Hex, hexToBytes } from "viem";
import {
  messageToSign,
  type Signable,
  signedPart,
  typedDataToSign,
} from "../../account/message.ts";
import { passkeySignature, wrapUndeployed } from "../../account/signature.ts";
import type { Creation } from "../../account/creation.ts";
import { AcctError } from "../../protocol/errors.ts";
import type { Assertion } from "../../passkey/assertion.ts";
import type { AccountRecord } from "../device/accounts.ts";
import { hasHidden } from "../../lib/text.ts";
import type { MessagePreview, PreviewOf, TypedDataPreview, Warning } from "../../dialog/types.ts";
import type { OrderView } from "../../dialog/explanation.ts";
import { isForNothing, readOrder } from "../../reading/orders/mod.ts";
import { promptUser } from "../prompt/prompt_user.ts";
import {
  accountView,
  chainView,
  creationIfMissing,
  recordOf,
  signDigest,
  type WalletContext,
} from "../context.ts";
import { type Writable, writable } from "../../lib/readable.ts";
import { describeTokens, tokensIn } from "../../reading/typed_tokens.ts";
import type { AskOptions, ParamsOf } from "../../protocol/requests.ts";
import { loadPreview } from "../prompt/load_preview.ts";
import { singleStep } from "../prompt/flow.ts";

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
    digests: async () => (await import("../../reading/digests.ts")).messageDigests(params.message),
    ...describe(params.message),
  });
  return await sign(context, "personal_sign", {
    record,
    chainId: params.chainId,
    signable: messageToSign(signer, params.message),
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
  const signer = { address: record.account.address, chainId: params.chainId };
  const { primaryType } = params.typedData;
  const signable = typedDataToSign(signer, params.typedData);
  const { domain, message } = signedPart(params.typedData);
  const order = readOrder({ ...params.typedData, domain, message }, signer);
  const preview = writable<TypedDataPreview>({
    status: "loading",
    primaryType,
    domain,
    message,
    ...(order && { order }),
    digests: async () =>
      (await import("../../reading/digests.ts")).typedDataDigests(params.typedData),
    warnings: warningsOf({ primaryType, domain, chainId: params.chainId, order }),
  });
  return await sign(context, "eth_signTypedData_v4", {
    record,
    chainId: params.chainId,
    signable,
    preview,
    // Loaded before signing is enabled: the tokens of amounts must not change under a click.
    async prepare(signal) {
      if (preview.get().tokens !== undefined) return;
      const named = tokensIn({ primaryType, domain, message }, order);
      const { chainId } = params;
      const tokens = await describeTokens(context.service, { chainId, tokens: named }, signal);
      preview.set({ ...preview.get(), tokens });
    },
  }, options);
}

type SigningMethod = "personal_sign" | "eth_signTypedData_v4";

interface Job<M extends SigningMethod> {
  readonly record: AccountRecord;
  readonly chainId: number;
  readonly signable: Signable;
  readonly preview: Writable<PreviewOf[M]>;
  /** Loads what else the preview needs; never rejects. */
  prepare?(signal: AbortSignal): Promise<void>;
}

/** Prompts for a signature; meanwhile checks whether the account is deployed. */
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
    async onConfirm(_choice, signal) {
      if (creation === undefined) {
        await reload();
        throw new AcctError("not_ready");
      }
      const assertion = await signDigest(context, record, signable.digest, signal);
      return finishSignature(record, assertion, signable, creation);
    },
  }, options.signal);
}

/** Builds the account's signature, with exactly one ERC-6492 wrapper if it is not deployed. */
export function finishSignature(
  record: AccountRecord,
  assertion: Assertion,
  signable: Signable,
  creation: Creation | null,
): Hex {
  const signature = signable.wrap(passkeySignature(record, assertion));
  return creation === null ? signature : wrapUndeployed(signature, creation);
}

/** Decodes a message as text, if it is text, and lists its warnings. */
function describe(message: Hex): Pick<MessagePreview, "text" | "warnings"> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(hexToBytes(message));
  } catch {
    return { warnings: [{ code: "not_text", level: "warning" }] };
  }
  const visible = text.replace(/[\n\r\t]/g, "");
  return {
    text,
    warnings: hasHidden(visible) ? [{ code: "hidden_characters", level: "danger" }] : [],
  };
}

/** Lists the warnings of typed data. */
function warningsOf(
  { primaryType, domain, chainId, order }: {
    readonly primaryType: string;
    readonly domain: Readonly<Record<string, unknown>>;
    readonly chainId: number;
    readonly order: OrderView | null;
  },
): Warning[] {
  const warnings: Warning[] = [];
  if (order !== null && isForNothing(order)) {
    warnings.push({ code: "order_for_nothing", level: "danger" });
  }
  if (/permit|order|approval/i.test(primaryType)) {
    warnings.push({ code: "permit", level: "warning", detail: primaryType });
  }
  if (domain.chainId !== undefined && String(domain.chainId) !== String(chainId)) {
    warnings.push({ code: "other_chain", level: "warning", detail: String(domain.chainId) });
  }
  return warnings;
}
