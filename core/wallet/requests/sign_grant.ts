/**
 * Grants a permission by signature alone. This costs no gas now, because it is submitted with its
 * first use. The service stores it before the dApp receives the signature, so that the user can see
 * and revoke it even if it is never used.
 *
 * @module
 */
import { type Hex, numberToHex } from "viem";
import { AcctError } from "../../ground/errors.ts";
import {
  type Permission,
  permissionToSign,
  toPermissionJson,
} from "../../permission/permission.ts";
import type { AgentTerms } from "../../permission/agent/terms.ts";
import { type Readable, writable } from "../../lib/readable.ts";
import { eitherSignal } from "../../lib/signals.ts";
import type { TokenJson } from "../../wire/values.ts";
import type { AccountRecord } from "../device/accounts.ts";
import type { ChainView, GrantPreview, Warning } from "../../dialog/types.ts";
import { promptUser, singleStep } from "../prompt/prompt_user.ts";
import { lowerable } from "../context/lowerable.ts";
import { accountView, signAsOwner, type WalletContext } from "../context/context.ts";
import { loadPreview } from "../prompt/load_preview.ts";
import { grantWarnings, missingTokens, readGrant, tokensOfGrant } from "../../reading/grant.ts";
import type { DescribedCall } from "../../permission/details.ts";
import { readBalances } from "../context/balances.ts";
import { permissionView } from "../../reading/permission_view.ts";
import type { AskOptions } from "../../dialog/requests.ts";

/** A permission that waits for confirmation. */
export interface Grant {
  /** The granting account with its passkey. */
  readonly record: AccountRecord;
  /** Chain of the permission. */
  readonly chain: ChainView;
  /** The permission to grant. */
  readonly permission: Permission;
  /** The functions as described by the dApp. */
  readonly described: readonly DescribedCall[];
  /** The app's description of the agent. */
  readonly agent?: AgentTerms;
  /** Unix seconds of the chain at the request. */
  readonly now: number;
  /** Warnings that cannot be derived from the permission alone. */
  readonly further: readonly Warning[];
}

/** A permission that was signed. */
export interface SignedGrant {
  /** The permission, which may be smaller than requested. */
  readonly permission: Permission;
  /** The owner's signature of its id. */
  readonly signature: Hex;
}

/** Prompts for the owner's signature of a permission, and stores it with the service. */
export async function signGrant(
  context: WalletContext,
  grant: Grant,
  isFixed: boolean,
  options: AskOptions,
): Promise<SignedGrant> {
  const { record, chain } = grant;
  const signing = lowerable(grant.permission, isFixed, (permission) => {
    const life = new AbortController();
    const signal = eitherSignal(options.signal, life.signal);
    return {
      preview: previewOf(context, { ...grant, permission }, signal),
      stop: () => life.abort(),
    };
  });
  const { preview } = signing;
  let signature: Hex | undefined;
  try {
    return await promptUser<"wallet_grantPermissions", SignedGrant>(context.ui, {
      method: "wallet_grantPermissions",
      flow: options.flow ?? singleStep(),
      app: context.app,
      account: accountView(record),
      chain,
      preview,
      onConfirm: (_choice, prompt) =>
        signing.confirm(async () => {
          if (preview.get().status !== "ready") throw new AcctError("not_ready");
          const { permission } = signing.current();
          const data = permissionToSign(permission, chain.id);
          // After a failure the next click stores the same signature, without a passkey prompt.
          signature ??= await signAsOwner(context, record, data, prompt);
          await context.service.call("acct_putGrant", {
            permission: toPermissionJson(permission, data.digest, chain.id),
            signature,
          }, options.signal);
          return { permission, signature };
        }, () => signature !== undefined),
    }, options.signal);
  } finally {
    signing.stop();
  }
}

/** Loads the preview of a permission to sign. */
function previewOf(
  context: WalletContext,
  { chain, permission, described, now, further, agent }: Grant,
  signal: AbortSignal,
): Readable<GrantPreview> {
  const viewWith = (tokens: readonly TokenJson[]) =>
    permissionView(permission, chain, tokens, described);
  const isKnown = context.recipients.has(permission.spender);
  const preview = writable<GrantPreview>({
    status: "loading",
    permission: viewWith([]),
    changes: [],
    fee: { payer: "spender" },
    warnings: [...grantWarnings(permission, new Map(), isKnown, now), ...further],
    reading: readGrant(permission),
    ...(agent && { agent }),
    revision: 0,
  });
  // The tokens must be known before the user can confirm their amounts.
  loadPreview(preview, async () => {
    const [tokens, balances] = await Promise.all([
      context.service.call("acct_getTokens", {
        chainId: numberToHex(chain.id),
        tokens: [...permission.spends.map(({ token }) => token), ...permission.watched],
      }, signal),
      readBalances(context.service, {
        chainId: chain.id,
        account: permission.account,
        tokens: tokensOfGrant(permission),
      }, signal),
    ]);
    const warnings = [
      ...missingTokens(permission, tokens),
      ...grantWarnings(permission, balances, isKnown, now),
      ...further,
    ];
    return { permission: viewWith(tokens), warnings };
  }, signal);
  return preview;
}
