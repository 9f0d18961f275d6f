/** Reads an account that a friend recovers, and plans the recovery. @module */
import { type Address, concat, type Hex, isAddressEqual, keccak256 } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import { derivedAddress } from "../../core/account/address.ts";
import {
  recoveryTypedData,
  stepDigest,
  type UnsignedRecovery,
} from "../../core/account/owners/change.ts";
import { tipOf } from "../../core/account/owners/history.ts";
import { addressOwner, ownerWord, storedWord } from "../../core/account/owners/key.ts";
import type { OwnersNow } from "../../core/account/owners/plan.ts";
import { planRecovery } from "../../core/account/owners/recovery.ts";
import { waitingOn } from "../../core/account/owners/veto.ts";
import { ownerSignature } from "../../core/account/signature.ts";
import type { ServiceClient } from "../../core/client/client.ts";
import { readOwners } from "../../core/client/owners.ts";
import { AcctError } from "../../core/ground/errors.ts";
import type { RecoveryJson, WaitingRecoveryJson } from "../../core/wire/owners.ts";
import type { AccountJson } from "../../core/wire/values.ts";

/** An account with its verified owners. */
export interface Target {
  readonly account: AccountJson;
  readonly now: OwnersNow;
}

/**
 * Finds an account by its address; `null` if the service does not know it.
 *
 * @throws {AcctError} `service_mismatch` if the service returned another account
 */
export async function findTarget(
  service: ServiceClient,
  address: Address,
): Promise<Target | null> {
  const { account: found } = await service.call("acct_getAccount", { address });
  if (found === null) return null;
  const account = { ...found, address: derivedAddress(found) };
  if (!isAddressEqual(account.address, address)) {
    throw new AcctError("service_mismatch", { field: "account", detail: "It is another one." });
  }
  return { account, now: await readOwners(service, account) };
}

/** Returns whether an address can start a recovery. */
export function isHelper({ now }: Target, helper: Address): boolean {
  return now.tip.owners.some(({ kind, owner }) =>
    kind === "recovery" && owner === addressOwner(helper)
  );
}

/** Returns whether a friend was added, and the account can be recovered on some network. */
export function helpOf({ now }: Target): "possible" | "no_friend" | "unused" {
  if (!now.tip.owners.some(({ kind }) => kind === "recovery")) return "no_friend";
  // An unreachable network may have the account.
  return now.chains.every(({ deployed }) => deployed === false) ? "unused" : "possible";
}

/** Returns the index of a key among the owners of a network and of the history; -1 if it is none. */
export function indexOfKey({ now }: Target, key: Hex): number {
  const word = ownerWord(key);
  if (tipOf(now.history, key) === null) return -1;
  const chain = now.chains.find(({ words }) => words.includes(word));
  return chain?.words.indexOf(word) ?? -1;
}

/** Returns whether a key is an owner on some network, which the history may not show yet. */
export function isOnChain({ now }: Target, key: Hex): boolean {
  return now.chains.some(({ words }) => words.includes(ownerWord(key)));
}

/** Returns the earliest time at which a waiting recovery takes effect; `null` if none waits. */
export function anyReadyAt({ now }: Target): number | null {
  return earliest(waitingOn(now.chains));
}

/**
 * Returns the networks on which a recovery to this key waits, started by any friend.
 *
 * @param known hashes of recoveries to this key that waited before. The owners of other networks
 * may have changed since, and with them the recovery that a friend would sign now.
 */
export function waitingFor(
  target: Target,
  key: Hex,
  known: readonly Hex[] = [],
): readonly WaitingRecoveryJson[] {
  const { account: { address }, now } = target;
  const helpers = now.tip.owners.filter(({ kind }) => kind === "recovery");
  const planned = helpers.map(({ owner }) => stepDigest(address, plan(target, owner, key)));
  const ids = [...planned, ...known];
  return waitingOn(now.chains).filter(({ recovery }) => ids.includes(recovery));
}

/** Returns whether the service could read the owners on each network. */
export function isReadable({ now }: Target): boolean {
  return now.chains.every(({ deployed }) => deployed !== null);
}

/** Returns whether recoveries to this key that waited were stopped on every network. */
export function isStopped(target: Target, key: Hex, known: readonly Hex[]): boolean {
  return known.length > 0 && isReadable(target) && !isOnChain(target, key) &&
    waitingFor(target, key, known).length === 0;
}

/** Returns the time at which the first of these recoveries takes effect. */
export function earliest(waiting: readonly WaitingRecoveryJson[]): number | null {
  return waiting.length === 0 ? null : Math.min(...waiting.map(({ readyAt }) => readyAt));
}

/** Signs the recovery to a key with a friend's key. */
export async function signRecovery(
  target: Target,
  friend: PrivateKeyAccount,
  key: Hex,
): Promise<RecoveryJson> {
  const owner = addressOwner(friend.address);
  const recovery = plan(target, owner, key);
  const data = await friend.signTypedData(recoveryTypedData(target.account.address, recovery));
  const index = target.now.tip.owners.find((each) => each.owner === owner)?.index ?? 0;
  return { ...recovery, signature: ownerSignature(BigInt(index), data) };
}

/**
 * Plans the recovery to a key: it replaces all full owners, on each network where the friend can
 * start it. It is always the same for the same owners, so a link cannot start it twice, and not
 * again after the owner has stopped it.
 */
function plan({ account, now }: Target, helper: Hex, key: Hex): UnsignedRecovery {
  const { history, tip, chains } = now;
  const word = storedWord({ kind: "recovery", owner: helper });
  const places = chains.filter(({ deployed, words }) => deployed === true && words.includes(word));
  const salt = keccak256(concat([account.address, key]));
  // A network that lags reaches the current owners later.
  const all = [{ head: tip.head, words: [] }, ...places];
  return planRecovery({ history, set: tip }, all, key, salt);
}
