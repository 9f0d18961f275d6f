/** Formats an account's owners for dialogs and dApps. @module */
import { type Address, getAddress, type Hex, isHex, size, slice } from "viem";
import type { ServiceClient } from "./client.ts";
import { AcctError } from "../ground/errors.ts";
import type { OwnerJson, OwnersOnChain, OwnersResult } from "../wire/owners.ts";
import type { AccountJson } from "../wire/values.ts";
import { implementationAt, runsUnknown } from "../account/code.ts";
import { cleanText } from "../lib/text.ts";
import type {
  OwnerChainView,
  OwnersView,
  OwnerView,
} from "../protocol/methods/account/acct_get_owners.ts";
import { compareOwners, heldBy, readHistory, tipOf } from "../account/owners/history.ts";
import type { OwnersNow } from "../account/owners/plan.ts";

/** A passkey of this device. */
interface NamedPasskey {
  /** x‖y, 64 bytes. */
  readonly publicKey: Hex;
  /** Name that the user chose. */
  readonly name: string;
}

/**
 * Reads and verifies the owners of an account, with the state of each chain.
 *
 * @param options.owner a full owner who would sign changes: if the owners forked, the branch that
 * has this owner is used
 */
export async function readOwners(
  service: ServiceClient,
  account: AccountJson,
  options: { readonly owner?: Hex; readonly signal?: AbortSignal } = {},
): Promise<OwnersNow> {
  const result = await service.call("acct_getOwners", { account }, options.signal);
  return await ownersNow(account, result, options.owner);
}

/** Reads the owners on each chain separately, which also show whether a recovery is waiting. */
export async function readChains(
  service: ServiceClient,
  account: AccountJson,
  signal?: AbortSignal,
): Promise<readonly OwnersOnChain[]> {
  const { chains } = await service.call("acct_getOwners", { account }, signal);
  return chains.filter(isReadable);
}

/** Verifies the owners that the service returned. */
export async function ownersNow(
  account: AccountJson,
  { changes, chains }: OwnersResult,
  owner?: Hex,
): Promise<OwnersNow> {
  const history = await readHistory(account, changes);
  const signer = owner === undefined ? {} : { signer: owner };
  if (!chains.every(isReadable)) {
    throw new AcctError("service_mismatch", { field: "chains", detail: "It has no owners." });
  }
  const own = owner === undefined
    ? null
    : tipOf(history, owner) ?? heldBy(history, chains.filter(({ deployed }) => deployed), owner);
  const tip = own ?? tipOf(history);
  return { history, tip, chains, ...signer };
}

/** Formats the current owners. */
export function ownersView(
  now: OwnersNow,
  records: readonly NamedPasskey[] = [],
  here?: Pick<NamedPasskey, "publicKey">,
): OwnersView {
  return {
    owners: now.tip.owners.map((owner) => ownerView(owner, records, here)),
    chains: chainsView(now),
  };
}

/** Formats one owner. */
export function ownerView(
  { owner, index, kind }: OwnerJson,
  records: readonly NamedPasskey[],
  here?: Pick<NamedPasskey, "publicKey">,
): OwnerView {
  if (size(owner) === 32) {
    return {
      index,
      kind: kind === "full" ? "address" : "recovery",
      owner,
      address: getAddress(slice(owner, 12)),
      here: here?.publicKey.toLowerCase() === owner,
    };
  }
  const record = records.find(({ publicKey }) => publicKey.toLowerCase() === owner);
  return {
    index,
    kind: "passkey",
    owner,
    here: here?.publicKey.toLowerCase() === owner,
    ...(record !== undefined && { name: record.name }),
  };
}

/**
 * Formats the other owners of a change, in addition to the owner that it adds or removes, if the
 * change sets them on a chain that has different owners. The user reviews them before the signature
 * that sets them.
 */
export function stayingOwners(
  now: OwnersNow,
  owner: Hex,
  records: readonly NamedPasskey[],
  here: NamedPasskey,
): { readonly staying?: readonly OwnerView[] } {
  const isApart = chainsView(now).some(({ state }) => state === "ahead" || state === "forked");
  if (!isApart) return {};
  const staying = now.tip.owners.filter((each) => each.owner !== owner);
  return { staying: staying.map((each) => ownerView(each, records, here)) };
}

/** Formats the state of each chain. */
export function chainsView(now: OwnersNow): OwnerChainView[] {
  return now.chains.map((chain) => ({
    id: Number(chain.chainId),
    name: cleanText(chain.name, 60),
    state: chainState(now, chain),
    ...versionsOf(chain),
    recovering: chain.pending.map(({ index, readyAt }) => ({ index, readyAt })),
  }));
}

/** The version on a chain, and the later one to which it can be updated. */
function versionsOf(
  { deployed, implementation, newest }: OwnersOnChain,
): Pick<OwnerChainView, "version" | "update"> {
  const version = versionAt(deployed === true ? implementation : null);
  const latest = versionAt(newest);
  const later = version !== null && latest !== null && latest > version;
  return { version, update: later ? latest : null };
}

function versionAt(implementation: Address | null): number | null {
  return implementation === null ? null : implementationAt(implementation)?.version ?? null;
}

function chainState(now: OwnersNow, chain: OwnersOnChain): OwnerChainView["state"] {
  if (chain.deployed === null) return "down";
  if (runsUnknown(chain)) return "unknown";
  const state = compareOwners(now.history, now.tip, chain, now.signer);
  if (state === "same") return "done";
  if (state === "ahead") {
    return now.chains.every((other) => isInLine(chain, other)) ? state : "forked";
  }
  if (state === "forked") return state;
  if (state === "taken") return "lost";
  return chain.carried ? "coming" : "waiting";
}

/** Returns whether the owners of two chains are on the same branch, as far as known. */
function isInLine(one: OwnersOnChain, other: OwnersOnChain): boolean {
  return other.past === undefined || one.head === other.head ||
    other.past.includes(one.head) || (one.past?.includes(other.head) ?? false);
}

function isReadable(
  { head, words, past = [], pending, implementation, newest }: OwnersOnChain,
): boolean {
  const isWord = (word: unknown) => isHex(word) && size(word) === 32;
  // A veto of an owner's word instead of a hash would block that owner without naming it.
  const isHash = (word: unknown) => isWord(word) && BigInt(word as Hex) >> 161n !== 0n;
  const isCode = (code: unknown) => code === null || (isHex(code) && size(code) === 20);
  return isWord(head) && isCode(implementation) && isCode(newest) && Array.isArray(words) &&
    words.every(isWord) && Array.isArray(past) && past.every(isWord) && Array.isArray(pending) &&
    pending.every(({ index, readyAt, recovery }) =>
      Number.isInteger(index) && Number.isInteger(readyAt) && isHash(recovery)
    );
}
