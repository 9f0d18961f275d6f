/**
 * Adds and removes owners. A change is signed once for all chains; the service submits it to each.
 *
 * @module
 */
import { type Address, type Hex, hexToBytes } from "viem";
import {
  addOwnerCall,
  addressOwner,
  ownerChangeDigest,
  ownerIndexOf,
  type Owners,
  ownersAfter,
  removeOwnerCall,
} from "../../account/owners.ts";
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
  ChangeOwnersPreview,
  OwnersView,
  OwnerView,
} from "../../dialog/owners.ts";
import { chainsView, ownersView, ownerView, readOwners } from "../../account/owners_view.ts";
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
  { kind, owner, name }: Change,
  chainId: number,
  options: AskOptions,
): Promise<OwnersView> {
  const { account } = record;
  const records = context.accounts.list();
  const first: OwnerView = {
    ...ownerView(owner.toLowerCase() as Hex, -1, records, record),
    ...(name !== undefined && { name }),
  };
  const preview = writable<ChangeOwnersPreview>({
    status: "loading",
    kind,
    owner: first,
    chains: [],
  });
  let next: Omit<OwnerChangeJson, "signature"> | undefined;
  const reload = loadPreview(preview, async () => {
    const { owners, result } = await readOwners(context.service, account, options.signal);
    next = {
      sequence: result.changes.length,
      calls: [callOf(owners, kind, owner, account.address)],
    };
    return { chains: chainsView(result) };
  }, options.signal);
  let signed: OwnerChangeJson | undefined;
  return await promptUser<"acct_changeOwners", OwnersView>(context.ui, {
    method: "acct_changeOwners",
    flow: options.flow ?? singleStep(),
    app: context.app,
    account: accountView(record),
    chain: await chainView(context, chainId),
    preview,
    async onConfirm(_choice, prompt) {
      if (next === undefined || preview.get().status !== "ready") throw new AcctError("not_ready");
      // A signed change that did not arrive is sent again without another passkey prompt.
      if (signed?.sequence !== next.sequence) {
        const digest = ownerChangeDigest(account.address, next.sequence, next.calls);
        const assertion = await signDigest(context, record, digest, prompt);
        const signature = passkeySignature(BigInt(record.ownerIndex), assertion);
        signed = { ...next, signature };
      }
      try {
        const result = await context.service.call("acct_putOwnerChange", {
          account,
          change: signed,
        });
        const owners = await ownersAfter(account, result.changes);
        if ((ownerIndexOf(owners, owner) >= 0) !== (kind === "add")) {
          throw new AcctError("service_mismatch", { field: "changes" });
        }
        if (kind === "remove") forgetPasskey(context, owner);
        return ownersView({ owners, result }, context.accounts.list(), record);
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

/** Encodes the change, and rejects an impossible one before it is signed. */
function callOf(owners: Owners, kind: Change["kind"], owner: Hex, account: Address): Hex {
  const index = ownerIndexOf(owners, owner);
  const wrong = (detail: string) =>
    new AcctError("invalid_params", { field: "params[0].owner", detail });
  if (kind === "add") {
    if (index >= 0) throw wrong("The account has this owner already.");
    if (owner.toLowerCase() === addressOwner(account).toLowerCase()) {
      throw wrong("An account cannot own itself.");
    }
    return addOwnerCall(owner);
  }
  if (index < 0) throw wrong("The account has no such owner.");
  if (owners.filter((each) => each !== null).length === 1) {
    throw wrong("The last owner cannot be removed.");
  }
  return removeOwnerCall(index, owner);
}

/** Removes a passkey that is no owner any more from device and authenticator. */
function forgetPasskey(context: WalletContext, owner: Hex): void {
  for (const { publicKey, credentialId } of context.accounts.list()) {
    if (publicKey.toLowerCase() !== owner.toLowerCase()) continue;
    context.accounts.forget(credentialId);
    context.ceremony.forget?.(context.rpId, credentialId);
  }
}
