/**
 * Stores the devices that receive notices about an account, as requested by its passkey.
 *
 * @module
 */
import { type Address, bytesToHex } from "viem";
import { tipOf } from "../../core/account/owners/history.ts";
import { AcctError } from "../../core/ground/errors.ts";
import type { AccountJson } from "../../core/wire/values.ts";
import type { PutPushSubscriptionParams } from "../../core/protocol/service/methods/acct_put_push_subscription.ts";
import { pushChallenge, type PushSubscriptionJson } from "../../core/protocol/service/push.ts";
import type { NoticesContext } from "./context.ts";
import { verifyAssertion } from "../keys/assertion.ts";
import { judgeUrl } from "../outbound/guard.ts";
import { readOwnerHistory } from "../store/rows/owner_changes.ts";
import { serially, subjects } from "../store/serially.ts";
import type { Store } from "../store/store.ts";

/** Maximum devices per account; the oldest is removed first. */
const MAX_PER_ACCOUNT = 10;

/** A stored subscription. */
export interface StoredSubscription extends PushSubscriptionJson {
  /** Hash of the endpoint. */
  readonly id: string;
}

/**
 * Stores a subscription.
 *
 * @throws {AcctError} `invalid_params` if the endpoint is not public, or no full owner requested it
 */
export async function putSubscription(
  { store, outbound }: Pick<NoticesContext, "store" | "outbound">,
  { account, subscription, publicKey, proof }: PutPushSubscriptionParams,
): Promise<void> {
  const verdict = judgeUrl(subscription.endpoint, outbound);
  if (!verdict.allowed) throw wrong("subscription.endpoint", verdict.reason);
  if (!(await fullOwners(store, account)).has(publicKey.toLowerCase())) {
    throw wrong("publicKey", "It is not a full owner of the account.");
  }
  const challenge = await pushChallenge(account.address, subscription);
  if (!await verifyAssertion(publicKey, proof, challenge)) {
    throw wrong("proof", "It is not by this key, or for another subscription.");
  }
  const address = account.address.toLowerCase();
  const owner = publicKey.toLowerCase();
  const id = await idOf(subscription.endpoint);
  const { endpoint, p256dh, auth } = subscription;
  await serially(store, [subjects.owners(address)], async (tx) => {
    await tx.insertInto("push_subscriptions")
      .values({ account: address, id, endpoint, p256dh, auth, owner, created_at: Date.now() })
      .onConflict((on) => on.columns(["account", "id"]).doUpdateSet({ p256dh, auth, owner }))
      .execute();
    const rows = await tx.selectFrom("push_subscriptions").select("id")
      .where("account", "=", address).orderBy("created_at", "desc").execute();
    const old = rows.map((row) => row.id).filter((each) => each !== id).slice(MAX_PER_ACCOUNT - 1);
    if (old.length === 0) return;
    await tx.deleteFrom("push_subscriptions").where("account", "=", address)
      .where("id", "in", old).execute();
  });
}

/** Lists the subscriptions of an account that were requested by current full owners. */
export async function listSubscriptions(
  store: Store,
  account: AccountJson,
): Promise<StoredSubscription[]> {
  const rows = await store.selectFrom("push_subscriptions")
    .select(["id", "endpoint", "p256dh", "auth", "owner"])
    .where("account", "=", account.address.toLowerCase()).execute();
  if (rows.length === 0) return [];
  const owners = await fullOwners(store, account);
  return rows.filter(({ owner }) => owners.has(owner));
}

/** Returns the keys of the full owners. */
async function fullOwners(store: Store, account: AccountJson): Promise<Set<string>> {
  const { owners } = tipOf(await readOwnerHistory(store, account));
  return new Set(owners.filter(({ kind }) => kind === "full").map(({ owner }) => owner));
}

/** Deletes a subscription by its endpoint. */
export async function deleteSubscription(
  store: Store,
  account: Address,
  endpoint: string,
): Promise<void> {
  await store.deleteFrom("push_subscriptions").where("account", "=", account.toLowerCase())
    .where("id", "=", await idOf(endpoint)).execute();
}

async function idOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return bytesToHex(new Uint8Array(hash)).slice(2);
}

function wrong(field: string, detail: string): AcctError {
  return new AcctError("invalid_params", { field: `params[0].${field}`, detail });
}
