/**
 * Adds and removes owners. A change is signed once for all chains; the service submits it to each.
 *
 * @module
 */
import { getAddress, type Hex, isHex, size, slice } from "viem";
import { ownerChangeTypedData } from "../../../account/owners/change.ts";
import { refuseContract } from "../../../account/owners/contract_owner.ts";
import { addressOwner } from "../../../account/owners/key.ts";
import {
  type OwnerEdit,
  type OwnersNow,
  planChange,
  proposedDelay,
} from "../../../account/owners/plan.ts";
import { AcctError } from "../../../ground/errors.ts";
import { MAX_ACCOUNT_NAME_LENGTH } from "../../../ground/limits.ts";
import { writable } from "../../../lib/readable.ts";
import { cleanText } from "../../../lib/text.ts";
import type { AccountRecord } from "../../device/accounts.ts";
import { canShow, nextStep, promptUser, singleStep } from "../../prompt/prompt_user.ts";
import { accountView, chainView, recordOf, type WalletContext } from "../../context/context.ts";
import { loadPreview } from "../../prompt/load_preview.ts";
import { nameOfHolder, nameOfParty } from "../../context/parties.ts";
import { approvalsOf, endApprovals } from "./owner_approvals.ts";
import { grantsOfOwner } from "./owner_grants.ts";
import { stopRecovery } from "./stop_recovery.ts";
import { digestSigner, putChange } from "./signed_owners.ts";
import { signalRemoved } from "../../device/passkey_signals.ts";
import { type CreatedPasskey, createPasskey } from "../../context/new_passkey.ts";
import type {
  AddPasskeyPreview,
  ChangeOwnersChoice,
  ChangeOwnersPreview,
} from "../../../dialog/owners.ts";
import type { OwnersView, OwnerView } from "../../../protocol/methods/account/acct_get_owners.ts";
import { chainsView, ownerView, readOwners, stayingOwners } from "../../../client/owners.ts";
import type { StandingApprovalJson } from "../../../wire/approvals.ts";
import type { AskOptions, ParamsOf } from "../../../dialog/requests.ts";

/** Adds a passkey to the account: one passkey prompt creates it, a second one adds it. */
export async function addPasskey(
  context: WalletContext,
  { account, chainId, offered = false, created: given }: ParamsOf["acct_addPasskey"],
  options: AskOptions,
): Promise<OwnersView | null> {
  // Does not create a passkey that could not be added afterwards.
  if (!canShow(context.ui, "acct_changeOwners")) throw new AcctError("handler_unsupported");
  const record = recordOf(context, account);
  const flow = options.flow ?? { ...singleStep(), steps: given === undefined ? 2 : 1 };
  const preview = writable<AddPasskeyPreview>({ status: "ready", offered });
  const created = given ?? await promptUser<"acct_addPasskey", CreatedPasskey | null>(
    context.ui,
    {
      method: "acct_addPasskey",
      flow,
      app: context.app,
      account: accountView(record),
      chain: await chainView(context, chainId),
      preview,
      onConfirm: (choice, signal) =>
        choice.kind === "skip"
          ? Promise.resolve(null)
          : createPasskey(context, record, choice.name, signal),
    },
    options.signal,
  );
  if (created === null) return null;
  const { credentialId, publicKey } = created;
  let isSigned = false;
  try {
    const view = await change(
      context,
      record,
      {
        kind: "add",
        owner: publicKey,
        name: created.name,
        onSigned: () => isSigned = true,
      },
      chainId,
      { ...options, flow: given === undefined ? nextStep(flow) : flow },
    );
    // The passkey is an owner now, even if the registration fails: its next use registers it again.
    const registered = await context.service.call("acct_putCredential", {
      credentialId,
      publicKey,
      account: record.account,
    }).then(() => true, () => false);
    const added = view.owners.find(({ owner }) => owner === publicKey.toLowerCase());
    const { rpId, ...own } = record;
    context.accounts.put({
      ...own,
      credentialId,
      publicKey,
      ownerIndex: added?.index ?? 0,
      name: created.name,
      // Keeps the current passkey first in the list, unless it belongs to the previous host.
      lastUsed: rpId === undefined ? record.lastUsed - 1 : Math.floor(context.now() / 1000) + 1,
      registered,
      backedUp: created.backedUp,
      aaguid: created.aaguid,
    });
    // The device did not store it yet when the owners were read.
    const owners = view.owners.map((each) =>
      each === added ? { ...each, name: created.name } : each
    );
    return { ...view, owners };
  } catch (error) {
    // Removes a passkey that does not own anything, because it would only confuse the user. Once
    // its change is signed, it may be an owner: a lost response or a rejection does not prove
    // otherwise.
    if (!isSigned) context.ceremony.forget?.(context.rpId, credentialId);
    throw error;
  }
}

/** Adds a recovery address, removes an owner, or stops a recovery. */
export async function changeOwners(
  context: WalletContext,
  { account, chainId, change: wanted }: ParamsOf["acct_changeOwners"],
  options: AskOptions,
): Promise<OwnersView> {
  const record = recordOf(context, account);
  if (wanted.kind === "stop") {
    return await stopRecovery(context, record, { owner: wanted.owner, chainId }, options);
  }
  const owner = wanted.kind === "add" ? addressOwner(wanted.address) : wanted.owner;
  const name = cleanText(wanted.name, MAX_ACCOUNT_NAME_LENGTH);
  return await change(
    context,
    record,
    {
      kind: wanted.kind,
      owner,
      ...(name !== "" && { name }),
    },
    chainId,
    options,
  );
}

interface Change {
  readonly kind: "add" | "remove";
  readonly owner: Hex;
  readonly name?: string;
  /** Called once the change is signed, because it can be applied from then on. */
  readonly onSigned?: () => void;
}

async function change(
  context: WalletContext,
  record: AccountRecord,
  { kind, owner: given, name, onSigned }: Change,
  chainId: number,
  options: AskOptions,
): Promise<OwnersView> {
  const { account } = record;
  const owner = given.toLowerCase() as Hex;
  // By default, an address can only start recoveries.
  const isAddress = size(owner) === 32;
  const editFor = ({ full, delay }: ChangeOwnersChoice): OwnerEdit => {
    if (kind === "remove") return { kind, owner };
    if (!isAddress || full === true) return { kind, owner, as: "full" };
    const proposed = preview.get().delay?.proposed;
    return {
      kind,
      owner,
      as: "recovery",
      ...(proposed !== undefined && { delay: delay ?? proposed }),
    };
  };
  const as = isAddress ? "recovery" : "full";
  const first: OwnerView = {
    ...ownerView({ index: -1, kind: as, owner }, context.accounts.list(), record),
    ...(name !== undefined && { name }),
  };
  const preview = writable<ChangeOwnersPreview>({
    status: "loading",
    kind,
    owner: first,
    chains: [],
  });
  let now: OwnersNow | undefined;
  let approvals: readonly StandingApprovalJson[] = [];
  let ends = false;
  const reload = loadPreview(preview, async () => {
    const { signal } = options;
    now = await readOwners(context.service, account, {
      owner: record.publicKey,
      ...(signal !== undefined && { signal }),
    });
    // An impossible change is rejected before the signature.
    planChange(now, record.publicKey, editFor({}));
    if (kind === "add" && isAddress) await refuseContractOwner(context, owner, chainId, signal);
    const chains = chainsView(now);
    const { tip } = now;
    const loaded = { chains, ...stayingOwners(now, owner, context.accounts.list(), record) };
    if (kind === "remove") {
      const gone = tip.owners.find((each) => each.owner.toLowerCase() === owner);
      // An address that only starts recoveries cannot grant.
      if (gone?.kind !== "full") return loaded;
      const [grants, standing] = await listsOf(context, account.address, gone.index, signal);
      approvals = standing?.approvals ?? [];
      return { ...loaded, grants, approvals: standing?.views ?? null };
    }
    if (!isAddress) return loaded;
    const guarded = tip.owners.some((each) => each.kind === "recovery");
    // If the service does not answer, the longer delay is proposed.
    const { push } = await context.recoveries?.(account.address, options.signal)
      .catch(() => undefined) ?? { push: false };
    const delay = { proposed: proposedDelay(tip, push), ...(guarded && { current: tip.delay }) };
    return { ...loaded, delay };
  }, options.signal);
  const signature = digestSigner(context, record);
  const changed = await promptUser<"acct_changeOwners", OwnersView>(context.ui, {
    method: "acct_changeOwners",
    flow: options.flow ?? singleStep(),
    app: context.app,
    account: accountView(record),
    chain: await chainView(context, chainId),
    preview,
    async onConfirm(choice, prompt) {
      if (now === undefined || preview.get().status !== "ready") throw new AcctError("not_ready");
      const next = planChange(now, record.publicKey, editFor(choice));
      const data = ownerChangeTypedData(account.address, next);
      const signed = { ...next, signature: await signature.of(data, prompt) };
      onSigned?.();
      const view = await putChange(context, record, signed)
        .catch(signature.onRefusal(reload));
      if (kind === "remove") forgetPasskey(context, record, owner);
      signalRemoved(context, account.address, view);
      ends = choice.endApprovals === true;
      return view;
    },
  }, options.signal);
  // An account whose own passkey was removed cannot sign further operations.
  if (ends && context.accounts.at(account.address) !== undefined) {
    await endApprovals(context, account.address, approvals, { signal: options.signal });
  }
  return changed;
}

/** Lists the permissions that end with an owner, and the approvals that stay. */
function listsOf(
  context: WalletContext,
  account: Hex,
  owner: number,
  signal: AbortSignal,
): Promise<[Awaited<ReturnType<typeof grantsOfOwner>>, Awaited<ReturnType<typeof approvalsOf>>]> {
  const { service } = context;
  return Promise.all([
    grantsOfOwner(service, account, owner, signal, (...of) => nameOfHolder(context, ...of)),
    approvalsOf(service, account, signal, (spender) => nameOfParty(context, spender)),
  ]);
}

/**
 * Rejects an address that is a contract on a chain of the service. The current chain must answer,
 * because without any response there would be no check.
 *
 * @throws {AcctError} `owner_is_contract`, `chain_down`
 */
async function refuseContractOwner(
  { service }: WalletContext,
  owner: Hex,
  chainId: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const address = getAddress(slice(owner, 12));
  const { chains } = await service.configuration(signal);
  const codes = await Promise.all(chains.map(async ({ id, name }) => ({
    id,
    chain: name,
    code: await service.chain(id, "eth_getCode", [address, "latest"], signal).catch(() => null),
  })));
  refuseContract(address, codes, "params[0].owner");
  if (!codes.some(({ id, code }) => id === chainId && isHex(code))) {
    throw new AcctError("chain_down");
  }
}

/**
 * Removes a passkey from the device if it is no longer an owner. Some networks may not have the
 * change yet.
 */
function forgetPasskey(context: WalletContext, { account }: AccountRecord, owner: Hex): void {
  for (const { publicKey, credentialId, rpId } of context.accounts.list()) {
    if (publicKey.toLowerCase() !== owner.toLowerCase()) continue;
    context.accounts.forget(credentialId);
    context.removed.put({
      account: account.address,
      credentialId,
      owner,
      ...(rpId !== undefined && { rpId }),
    });
  }
}
