/**
 * Stops a recovery of the account. The passkey signs once for all chains: a veto, or the removal of
 * the address that started the recovery, which also cancels it.
 *
 * @module
 */
import type { Hex } from "viem";
import { ownerChangeTypedData } from "../../../account/owners/change.ts";
import { type OwnersNow, planChange } from "../../../account/owners/plan.ts";
import {
  blocksOwner,
  planVeto,
  runningRecoveries,
  type RunningRecovery,
  vetoTypedData,
  waitingOn,
} from "../../../account/owners/veto.ts";
import {
  chainsView,
  ownersNow,
  ownersView,
  ownerView,
  readOwners,
  stayingOwners,
} from "../../../client/owners.ts";
import type { ChangeOwnersPreview, RecoveryView } from "../../../dialog/owners.ts";
import type { OwnersView } from "../../../protocol/methods/account/acct_get_owners.ts";
import type { ChainView } from "../../../dialog/types.ts";
import { writable } from "../../../lib/readable.ts";
import { cleanText } from "../../../lib/text.ts";
import { AcctError } from "../../../ground/errors.ts";
import type { AskOptions } from "../../../dialog/requests.ts";
import { accountView, chainView, type WalletContext } from "../../context/context.ts";
import type { AccountRecord } from "../../device/accounts.ts";
import { loadPreview } from "../../prompt/load_preview.ts";
import type { UserPrompt } from "../../prompt/open_request.ts";
import { promptUser, singleStep } from "../../prompt/prompt_user.ts";
import { digestSigner, putChange } from "./signed_owners.ts";

type StopPrompt = UserPrompt<"acct_changeOwners", OwnersView>;

/** Prompts the user to stop a recovery owner's pending change. */
export async function stopRecovery(
  context: WalletContext,
  record: AccountRecord,
  { owner, chainId }: { readonly owner: Hex; readonly chainId: number },
  options: AskOptions,
): Promise<OwnersView> {
  const flow = options.flow ?? singleStep();
  const at = { chain: await chainView(context, chainId), flow };
  const prompt = stopPrompt(context, record, { owner, ...at }, options.signal);
  return await promptUser(context.ui, prompt, options.signal);
}

/** Builds the prompt and starts loading it immediately. */
export function stopPrompt(
  context: WalletContext,
  record: AccountRecord,
  { owner: given, chain, flow }: {
    readonly owner: Hex;
    readonly chain: ChainView;
    readonly flow: StopPrompt["flow"];
  },
  signal: AbortSignal,
): StopPrompt {
  const { account, publicKey } = record;
  const owner = given.toLowerCase() as Hex;
  const preview = writable<ChangeOwnersPreview>({
    status: "loading",
    kind: "stop",
    owner: ownerView({ index: -1, kind: "recovery", owner }, []),
    chains: [],
  });
  let now: OwnersNow | undefined;
  const reload = loadPreview(preview, async () => {
    now = await readOwners(context.service, account, { owner: publicKey, signal });
    // A recovery that cannot be stopped is rejected before the signature.
    planVeto(now, publicKey, owner);
    const running = runningRecoveries(waitingOn(now.chains)).find((each) => each.owner === owner)!;
    return {
      chains: chainsView(now),
      recovery: recoveryView(running),
      ...stayingOwners(now, owner, context.accounts.list(), record),
    };
  }, signal);
  const signature = digestSigner(context, record);
  return {
    method: "acct_changeOwners",
    flow,
    app: context.app,
    account: accountView(record),
    chain,
    preview,
    async onConfirm({ remove = false }, prompt) {
      if (now === undefined || preview.get().status !== "ready") throw new AcctError("not_ready");
      if (remove) {
        // A forked chain may have an owner that the others do not have.
        const known = now.tip.owners.some((each) => each.owner === owner);
        const edit = known ? { kind: "remove", owner } as const : { kind: "repair" } as const;
        const change = planChange(now, publicKey, edit);
        const data = ownerChangeTypedData(account.address, change);
        const signed = { ...change, signature: await signature.of(data, prompt) };
        return await putChange(context, record, signed).catch(signature.onRefusal(reload));
      }
      const veto = planVeto(now, publicKey, owner);
      const data = vetoTypedData(account.address, veto);
      const signed = { ...veto, signature: await signature.of(data, prompt) };
      const result = await context.service.call("acct_putVeto", { account, veto: signed })
        .catch(signature.onRefusal(reload));
      const after = await ownersNow(account, result, publicKey);
      return ownersView(after, context.accounts.list(), record);
    },
  };
}

/** Describes a recovery owner's pending change. */
export function recoveryView(running: RunningRecovery): RecoveryView {
  const named = (chains: RunningRecovery["chains"]) =>
    chains.map(({ name }) => cleanText(name, 60));
  return {
    readyAt: running.readyAt,
    chains: named(running.chains),
    late: named(running.chains.filter(({ carried }) => !carried)),
    several: blocksOwner(running),
  };
}
