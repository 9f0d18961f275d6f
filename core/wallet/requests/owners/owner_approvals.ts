/** Shows and revokes the active approvals of an account whose owner is removed. @module */
import { numberToHex } from "viem";
import { endApprovalBatches } from "../../../account/approvals.ts";
import { endableApprovals, listApprovals } from "../../../client/approvals.ts";
import type { ServiceClient } from "../../../client/client.ts";
import type { ApprovalView } from "../../../dialog/owners.ts";
import type { Address } from "../../../lib/hex.ts";
import type { AskOptions } from "../../../dialog/requests.ts";
import type { StandingApprovalJson } from "../../../wire/approvals.ts";
import { tokenView } from "../../../reading/tokens.ts";
import type { WalletContext } from "../../context/context.ts";
import { sendCalls } from "../send_calls.ts";

/** Time after which a removal continues without the list. */
const MAX_WAIT_MS = 4_000;

/** Active approvals, and their views for dialogs. */
export interface Standing {
  readonly approvals: readonly StandingApprovalJson[];
  readonly views: readonly ApprovalView[];
  /** True if the list may be incomplete. */
  readonly partial: boolean;
}

/**
 * Lists the active approvals on all chains; `null` if the service does not answer in time. The
 * chain does not record which owner granted an approval, so all approvals of the account are
 * listed. Unknown tokens are excluded: anyone can create a token that fakes an approval, and
 * revoking it would call that contract.
 */
export async function approvalsOf(
  service: ServiceClient,
  account: Address,
  signal: AbortSignal,
  nameOf?: (spender: Address) => string | undefined,
): Promise<Standing | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => timer = setTimeout(() => resolve(null), MAX_WAIT_MS));
  try {
    return await Promise.race([read(service, account, signal, nameOf).catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function read(
  service: ServiceClient,
  account: Address,
  signal: AbortSignal,
  nameOf: ((spender: Address) => string | undefined) | undefined,
): Promise<Standing> {
  const [{ chains }, found] = await Promise.all([
    service.configuration(),
    listApprovals(service, account, signal),
  ]);
  const approvals = found.approvals.filter(({ own, token }) => own || token.listed === true);
  const views = approvals.map(({ chainId, kind, token, spender, amount }): ApprovalView => {
    const holder = nameOf?.(spender);
    return {
      token: tokenView(token),
      spender,
      amount: kind === "allowance" || kind === "permit2" ? BigInt(amount) : null,
      chain: chains.find(({ id }) => id === Number(chainId))?.name ?? chainId,
      ...(holder !== undefined && { holder }),
    };
  });
  return { approvals, views, partial: found.missing.length + found.more.length > 0 };
}

/**
 * Prompts for a batch on each chain that revokes approvals. If a batch is cancelled or fails, its
 * approvals remain, and no further batch is prompted: the owner is removed already.
 */
export async function endApprovals(
  context: WalletContext,
  account: Address,
  approvals: readonly StandingApprovalJson[],
  options: AskOptions,
): Promise<void> {
  try {
    const ended = await endableApprovals(context.service, account, approvals);
    for (const { chainId, calls } of endApprovalBatches(ended)) {
      const sent = calls.map(({ to, value, data }) => ({ to, value: numberToHex(value), data }));
      await sendCalls(context, { account, chainId, calls: sent }, options);
    }
  } catch { /* the dialog has shown the error */ }
}
