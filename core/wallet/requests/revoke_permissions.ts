/** Revokes one permission, or all of them. @module */
import { numberToHex } from "viem";
import { type Call, encodeCalls } from "../../account/calls.ts";
import {
  type Permission,
  readPermission,
  revokeAllCall,
  revokeCall,
} from "../../permission/permission.ts";
import { derived } from "../../lib/readable.ts";
import type { CallJson } from "../../protocol/service/mod.ts";
import { promptUser } from "../prompt/prompt_user.ts";
import { untilDone } from "../../client/confirmed.ts";
import { accountView, chainView, recordOf, type WalletContext } from "../context.ts";
import { singleStep } from "../prompt/flow.ts";
import { permissionView } from "../../reading/permission_view.ts";
import { submit } from "../operation/submission.ts";
import type { AskOptions, ParamsOf } from "../../protocol/requests.ts";

/** Prompts for a revocation and waits until it is confirmed. */
export async function revokePermissions(
  context: WalletContext,
  params: ParamsOf["wallet_revokePermissions"],
  options: AskOptions,
): Promise<{ success: true }> {
  const record = recordOf(context, params.account);
  const chain = await chainView(context, params.chainId);
  // Only for display: a permission can be revoked without its details.
  const known = await knownPermission(context, params, options.signal);
  const call = params.id === null ? revokeAllCall() : revokeCall(params.id);
  const submission = submit(context, {
    record,
    chain,
    callData: encodeCalls([call]),
    calls: [toJson(call)],
    ...(params.paymaster && { paymaster: params.paymaster }),
    tokens: known?.spends.map(({ token }) => token) ?? [],
    warnings: () => [],
  }, options);
  try {
    return await promptUser<"wallet_revokePermissions", { success: true }>(context.ui, {
      method: "wallet_revokePermissions",
      flow: options.flow ?? singleStep(),
      app: context.app,
      account: accountView(record),
      chain,
      sent: submission.sent,
      preview: derived(submission.progress, ({ shown, tokens }) => ({
        ...shown,
        id: params.id,
        ...(known && { permission: permissionView(known, chain, tokens, []) }),
      })),
      async onConfirm(choice, prompt) {
        const { id } = await submission.approve(choice, prompt);
        await untilDone(context.service, id, options.signal);
        return { success: true as const };
      },
    }, options.signal);
  } finally {
    submission.stop();
  }
}

/** Returns the service's copy of the permission, if it matches the id. */
async function knownPermission(
  context: WalletContext,
  { id, account, chainId }: ParamsOf["wallet_revokePermissions"],
  signal: AbortSignal,
): Promise<Permission | undefined> {
  if (id === null) return undefined;
  try {
    const [found] = await context.service.call(
      "acct_getPermissions",
      { account, id, chainId: numberToHex(chainId) },
      signal,
    );
    return found && readPermission(found, { id, account, chainId });
  } catch {
    return undefined;
  }
}

function toJson({ to, value, data }: Call): CallJson {
  return { to, value: numberToHex(value), data };
}
