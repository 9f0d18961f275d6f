/**
 * Adds and removes owners. A change is signed once for all chains; the service submits it to each.
 *
 * @module
 */
import { type Hex, hexToBytes, size } from "viem";
import { ownerChangeDigest } from "../../account/owners/change.ts";
import { setAt } from "../../account/owners/history.ts";
import { addressOwner } from "../../account/owners/key.ts";
import { type OwnerEdit, type OwnersNow, planChange } from "../../account/owners/plan.ts";
import { passkeySignature } from "../../account/signature.ts";
import { AcctError } from "../../protocol/errors.ts";
import { MAX_ACCOUNT_NAME_LENGTH } from "../../protocol/limits.ts";
import { checkAttestation, type NewPasskey } from "../../passkey/attestation.ts";
import { writable } from "../../lib/readable.ts";
import type { OwnerChangeJson } from "../../protocol/service/owners.ts";
import type { AccountRecord } from "../device/accounts.ts";
import { cleanText } from "../../lib/text.ts";
import { canShow } from "../prompt/can_show.ts";
import { promptUser } from "../prompt/prompt_user.ts";
import {
  accountView,
  chainView,
  expected,
  recordOf,
  signDigest,
  userIdOf,
  type WalletContext,
} from "../context.ts";
import { loadPreview } from "../prompt/load_preview.ts";
import { nextStep, singleStep } from "../prompt/flow.ts";
import type {
  AddPasskeyPreview,
  ChangeOwnersChoice,
  ChangeOwnersPreview,
  OwnersView,
  OwnerView,
} from "../../dialog/owners.ts";
import {
  chainsView,
  ownersNow,
  ownersView,
  ownerView,
  readOwners,
} from "../../account/owners/view.ts";
import type { AskOptions, ParamsOf } from "../../protocol/requests.ts";

/** Adds a passkey to the account: one passkey prompt creates it, a second one adds it. */
export async function addPasskey(
  context: WalletContext,
  { account, chainId, offered = false }: ParamsOf["acct_addPasskey"],
  options: AskOptions,
): Promise<OwnersView | null> {
  // A passkey that could not be added afterwards is not created.
  if (!canShow(context.ui, "acct_changeOwners")) throw new AcctError("handler_unsupported");
  const record = recordOf(context, account);
  const flow = options.flow ?? { ...singleStep(), steps: 2 };
  const preview = writable<AddPasskeyPreview>({ status: "ready", offered });
  const created = await promptUser<"acct_addPasskey", NewPasskey & { name: string } | null>(
    context.ui,
    {
      method: "acct_addPasskey",
      flow,
      app: context.app,
      account: accountView(record),
      chain: await chainView(context, chainId),
      preview,
      async onConfirm(choice, signal) {
        if (choice.kind === "skip") return null;
        const { rpId } = context;
        const challenge = crypto.getRandomValues(new Uint8Array(32));
        const name = cleanText(choice.name, MAX_ACCOUNT_NAME_LENGTH) || record.name;
        const response = await context.ceremony.create({
          rpId,
          rpName: rpId,
          userId: userIdOf(hexToBytes(account)),
          name,
          challenge,
          exclude: context.accounts.list()
            .filter((each) => each.account.address === record.account.address)
            .map(({ credentialId }) => credentialId),
        }, signal);
        return { ...await checkAttestation(response, expected(context, challenge)), name };
      },
    },
    options.signal,
  );
  if (created === null) return null;
  const { credentialId, publicKey } = created;
  try {
    const view = await change(
      context,
      record,
      { kind: "add", owner: publicKey, name: created.name },
      chainId,
      { ...options, flow: nextStep(flow) },
    );
    await context.service.call("acct_putCredential", {
      credentialId,
      publicKey,
      account: record.account,
    });
    const index = view.owners.find(({ owner }) => owner === publicKey.toLowerCase())?.index;
    context.accounts.put({
      ...record,
      credentialId,
      publicKey,
      ownerIndex: index ?? 0,
      name: created.name,
      // Keeps the current passkey first in the list.
      lastUsed: record.lastUsed - 1,
      registered: true,
      backedUp: created.backedUp,
    });
    return view;
  } catch (error) {
    // Removes a passkey that owns nothing, which would only confuse the user.
    context.ceremony.forget?.(context.rpId, credentialId);
    throw error;
  }
}

/** Adds a recovery address or removes an owner. */
export async function changeOwners(
  context: WalletContext,
  { account, chainId, change: wanted }: ParamsOf["acct_changeOwners"],
  options: AskOptions,
): Promise<OwnersView> {
  const record = recordOf(context, account);
  const owner = wanted.kind === "add" ? addressOwner(wanted.address) : wanted.owner;
  return await change(context, record, { kind: wanted.kind, owner }, chainId, options);
}

interface Change {
  readonly kind: "add" | "remove";
  readonly owner: Hex;
  readonly name?: string;
}

async function change(
  context: WalletContext,
  record: AccountRecord,
  { kind, owner: given, name }: Change,
  chainId: number,
  options: AskOptions,
): Promise<OwnersView> {
  const { account } = record;
  const owner = given.toLowerCase() as Hex;
  // An address starts recoveries only, unless the user gives it everything.
  const isAddress = size(owner) === 32;
  const editFor = ({ full }: ChangeOwnersChoice): OwnerEdit =>
    kind === "add" ? { kind, owner, as: isAddress && full !== true ? "recovery" : "full" } : {
      kind,
      owner,
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
  const reload = loadPreview(preview, async () => {
    const { signal } = options;
    now = await readOwners(context.service, account, {
      owner: record.publicKey,
      ...(signal !== undefined && { signal }),
    });
    // An impossible change is refused before anything is signed.
    planChange(now, record.publicKey, editFor({}));
    return { chains: chainsView(now) };
  }, options.signal);
  let signed: { readonly digest: Hex; readonly change: OwnerChangeJson } | undefined;
  return await promptUser<"acct_changeOwners", OwnersView>(context.ui, {
    method: "acct_changeOwners",
    flow: options.flow ?? singleStep(),
    app: context.app,
    account: accountView(record),
    chain: await chainView(context, chainId),
    preview,
    async onConfirm(choice, prompt) {
      if (now === undefined || preview.get().status !== "ready") throw new AcctError("not_ready");
      const next = planChange(now, record.publicKey, editFor(choice));
      const digest = ownerChangeDigest(account.address, next);
      // A signed change that did not arrive is sent again without another passkey prompt.
      if (signed?.digest !== digest) {
        const assertion = await signDigest(context, record, digest, prompt);
        signed = { digest, change: { ...next, signature: passkeySignature(record, assertion) } };
      }
      try {
        const result = await context.service.call("acct_putOwnerChange", {
          account,
          change: signed.change,
        });
        const after = await ownersNow(account, result, record.publicKey);
        const tip = setAt(after.history, digest);
        if (tip === undefined) throw new AcctError("service_mismatch", { field: "changes" });
        if (kind === "remove") forgetPasskey(context, owner);
        return ownersView({ ...after, tip }, context.accounts.list(), record);
      } catch (error) {
        // Another change came first, or this one is not accepted: loads the owners again.
        if (error instanceof AcctError && error.data.cause === "invalid_params") {
          signed = undefined;
          void reload();
        }
        throw error;
      }
    },
  }, options.signal);
}

/** Removes a passkey that is no owner any more from device and authenticator. */
function forgetPasskey(context: WalletContext, owner: Hex): void {
  for (const { publicKey, credentialId } of context.accounts.list()) {
    if (publicKey.toLowerCase() !== owner.toLowerCase()) continue;
    context.accounts.forget(credentialId);
    context.ceremony.forget?.(context.rpId, credentialId);
  }
}
