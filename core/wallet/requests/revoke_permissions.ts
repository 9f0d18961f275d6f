/** Revokes one permission, or all of them. @module */
import { type Hex, isAddressEqual, numberToHex, pad } from "viem";
import { type Call, encodeCalls } from "../../account/calls.ts";
import { contracts } from "../../chain/contracts.ts";
import { revokeAllCall, revokeCall } from "../../permission/permission.ts";
import { AcctError } from "../../ground/errors.ts";
import { combined } from "../../lib/readable.ts";
import type { CallsStatusJson } from "../../wire/calls_status.ts";
import type { CallJson } from "../../wire/values.ts";
import { promptUser, singleStep } from "../prompt/prompt_user.ts";
import { untilDone } from "../../client/confirmed.ts";
import {
  accountView,
  chainView,
  recordOf,
  signAsOwner,
  type WalletContext,
} from "../context/context.ts";
import { findPermission } from "../context/known_permission.ts";
import { nameOfHolder } from "../context/parties.ts";
import { permissionView } from "../../reading/permission_view.ts";
import { jointSigner } from "../operation/joint.ts";
import { type Submission, submit } from "../operation/submission.ts";
import type { AskOptions, ParamsOf, SponsorRequest } from "../../dialog/requests.ts";
import type { AccountRecord } from "../device/accounts.ts";
import type {
  ChainView,
  OperationChoice,
  OperationPreview,
  RevokeNetworkView,
} from "../../dialog/types.ts";

/**
 * Prompts for a revocation and waits until the chain confirms it. Permissions that ended already
 * need no prompt.
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
  const holder = wanted === null ? undefined : await nameOfHolder(context, wanted, known?.spender);
  const call = params.id === null ? revokeAllCall() : revokeCall(params.id);
  const { alsoOn = [] } = params;
  const begin = (chain: ChainView, paymaster: SponsorRequest | undefined): Sending => ({
    chain,
    submission: submit(context, {
      record,
      chain,
      callData: encodeCalls([call]),
      calls: [toJson(call)],
      ...(paymaster && { paymaster }),
      ...(alsoOn.length > 0 && { together: 1 + alsoOn.length }),
      tokens: known?.spends.map(({ token }) => token) ?? [],
      warnings: () => [],
    }, options),
  });
  const chains = await Promise.all(alsoOn.map(({ chainId }) => chainView(context, chainId)));
  const main = begin(chain, params.paymaster);
  const others = alsoOn.map(({ paymaster }, index) => begin(chains[index]!, paymaster));
  const all = [main, ...others];
  try {
    return await promptUser<"wallet_revokePermissions", { success: true }>(context.ui, {
      method: "wallet_revokePermissions",
      flow: options.flow ?? singleStep(),
      app: context.app,
      account: accountView(record),
      chain,
      sent: main.submission.sent,
      preview: combined(all.map(({ submission }) => submission.progress), () => {
        const { tokens } = main.submission.progress.get();
        return {
          ...shownOf(main, others),
          id: params.id,
          ...(holder !== undefined && { holder }),
          ...(known && { permission: permissionView(known, chain, tokens, []) }),
        };
      }),
      async onConfirm(choice, prompt) {
        const sent = await approveAll(context, record, { main, others, choice }, prompt);
        await Promise.all(sent.map(async (id) => {
          const { receipts } = await untilDone(context.service, id, prompt);
          requireEnded(receipts, params);
        }));
        return { success: true as const };
      },
    }, options.signal);
  } finally {
    for (const { submission } of all) submission.stop();
  }
}

/** An operation on one chain. */
interface Sending {
  readonly chain: ChainView;
  readonly submission: Submission;
}

/** Returns the preview of the first chain, which resolves once all chains are known. */
function shownOf({ submission }: Sending, others: readonly Sending[]): OperationPreview & {
  readonly networks?: readonly RevokeNetworkView[];
} {
  const { shown } = submission.progress.get();
  if (others.length === 0) return shown;
  const networks = others.map(networkOf);
  const isWaiting = shown.status !== "error" && networks.some(({ status }) => status === "loading");
  const revisions = others.map((each) => each.submission.progress.get().shown.revision);
  return {
    ...shown,
    ...(isWaiting && { status: "loading" }),
    revision: revisions.reduce((sum, revision) => sum + revision, shown.revision),
    networks,
  };
}

function networkOf({ chain, submission }: Sending): RevokeNetworkView {
  const { status, fee } = submission.progress.get().shown;
  if (status === "loading") return { chain, status, fee };
  return { chain, status: submission.isApprovable() ? "ready" : "failed", fee };
}

/** Signs the operations of all chains that are ready, with one prompt, and sends them. */
async function approveAll(
  context: WalletContext,
  record: AccountRecord,
  { main, others, choice }: {
    readonly main: Sending;
    readonly others: readonly Sending[];
    readonly choice: OperationChoice;
  },
  prompt: AbortSignal,
): Promise<Hex[]> {
  const { count, sign, finish } = jointSigner(
    record.account.address,
    (data) => signAsOwner(context, record, data, prompt),
  );
  const first = main.submission.approve(choice, prompt, sign);
  // It was prepared again, or cannot be sent: no other operation is signed without it.
  if (count() === 0 && main.submission.sent() === undefined) return [(await first).id];
  const ready = others.filter(({ submission }) => submission.isApprovable());
  const sent = Promise.all([
    first,
    ...ready.map(({ submission }) => submission.approve({}, prompt, sign)),
  ]);
  // A chain that needs no signature may fail before the other chains are signed.
  sent.catch(() => {});
  await finish();
  return (await sent).map(({ id }) => id);
}

/**
 * Checks that the chain revoked the permission, or all of them.
 *
 * @throws {AcctError} `service_mismatch` if the operation's logs do not confirm it
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
