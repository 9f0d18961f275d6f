/** Revokes one permission, or all of them. @module */
import { isAddressEqual, numberToHex, pad } from "viem";
import { type Call, encodeCalls } from "../../account/calls.ts";
import { contracts } from "../../chain/contracts.ts";
import { revokeAllCall, revokeCall } from "../../permission/permission.ts";
import { AcctError } from "../../protocol/errors.ts";
import { derived } from "../../lib/readable.ts";
import type { CallJson, CallsStatusJson } from "../../protocol/service/mod.ts";
import { promptUser } from "../prompt/prompt_user.ts";
import { untilDone } from "../../client/confirmed.ts";
import { accountView, chainView, recordOf, type WalletContext } from "../context.ts";
import { findPermission } from "../known_permission.ts";
import { singleStep } from "../prompt/flow.ts";
import { permissionView } from "../../reading/permission_view.ts";
import { submit } from "../operation/submission.ts";
import type { AskOptions, ParamsOf } from "../../protocol/requests.ts";

/**
 * Prompts for a revocation and waits until the chain confirms it. What ended already needs no prompt.
 *
 * @throws {AcctError} `invalid_params` for a permission of another chain, `permission_unknown`
 */
export async function revokePermissions(
  context: WalletContext,
  params: ParamsOf["wallet_revokePermissions"],
  options: AskOptions,
): Promise<{ success: true }> {
  const record = recordOf(context, params.account);
  const chain = await chainView(context, params.chainId);
  const { id: wanted } = params;
  const found = wanted === null
    ? undefined
    : await findPermission(context, { ...params, id: wanted }, options.signal);
  if (found?.ended === true) return { success: true };
  const known = found?.permission;
  const holder = wanted === null ? undefined : context.holderOf?.(wanted);
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
        ...(holder !== undefined && { holder }),
        ...(known && { permission: permissionView(known, chain, tokens, []) }),
      })),
      async onConfirm(choice, prompt) {
        const { id } = await submission.approve(choice, prompt);
        const { receipts } = await untilDone(context.service, id, prompt);
        requireEnded(receipts, params);
        return { success: true as const };
      },
    }, options.signal);
  } finally {
    submission.stop();
  }
}

/**
 * Checks that the chain ended the permission, or all of them.
 *
 * @throws {AcctError} `service_mismatch` if the operation's logs do not say so
 */
function requireEnded(
  receipts: CallsStatusJson["receipts"],
  { account, id }: ParamsOf["wallet_revokePermissions"],
): void {
  const wanted = id ?? pad(account);
  const ended = receipts?.some(({ logs }) =>
    logs.some(({ address, topics }) =>
      isAddressEqual(address, contracts.permissions) &&
      topics.some((topic) => topic.toLowerCase() === wanted.toLowerCase())
    )
  );
  if (ended !== true) throw new AcctError("service_mismatch", { field: "permissionId" });
}

function toJson({ to, value, data }: Call): CallJson {
  return { to, value: numberToHex(value), data };
}
