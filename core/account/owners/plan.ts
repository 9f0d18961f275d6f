/** Plans owner changes that move all chains to the same head. @module */
import { type Hex, hexToBigInt } from "viem";
import { AcctError } from "../../ground/errors.ts";
import {
  MAX_HEADS,
  MAX_INDICES,
  MAX_OWNERS,
  MAX_RECOVERY_DELAY_S,
  MIN_RECOVERY_DELAY_S,
  UNNOTIFIED_RECOVERY_DELAY_S,
} from "../../ground/limits.ts";
import type { OwnerJson, OwnerKind, OwnersOnChain } from "../../wire/owners.ts";
import { runsUnknown } from "../code.ts";
import type { UnsignedChange } from "./change.ts";
import {
  compareOwners,
  leavesOf,
  type OwnerHistory,
  type OwnerSet,
  pathBetween,
  setAt,
  wordsOf,
} from "./history.ts";
import { addressOwner, indexOfOwner, storedWord, ZERO_WORD } from "./key.ts";

/** Purpose of a change; a repair only synchronizes the chains. */
export type OwnerEdit =
  | {
    readonly kind: "add";
    readonly owner: Hex;
    readonly as?: OwnerKind;
    /** New delay of recoveries in seconds. Default: unchanged. */
    readonly delay?: number;
  }
  | { readonly kind: "remove"; readonly owner: Hex }
  | { readonly kind: "repair" };

/** State on which a change is planned. */
export interface OwnersNow {
  readonly history: OwnerHistory;
  /** The current owners. */
  readonly tip: OwnerSet;
  readonly chains: readonly OwnersOnChain[];
  /** The owner who would sign, if known. */
  readonly signer?: Hex;
}

/**
 * Plans a change. It continues the current owners. If the signer is a full owner there, it also
 * continues the owners of forked chains, the first owners, and the owners of chains that are
 * behind. One signature can therefore repair forks, and deploy the account on new chains with a
 * single change.
 *
 * @param signer 32 or 64 bytes of the owner who will sign
 * @throws {AcctError} `invalid_params` if the edit is impossible
 */
export function planChange(
  { history, tip, chains }: OwnersNow,
  signer: Hex,
  edit: OwnerEdit,
): UnsignedChange {
  const readable = chains.filter((chain) => chain.deployed === true && !runsUnknown(chain));
  const signs = (words: readonly Hex[]) => indexOfOwner(words, signer) >= 0;
  // The change would replace the owners on the chains where the signer is still an owner with
  // unrelated ones.
  if (!signs(wordsOf(tip))) throw wrong("The signer is not among the current full owners.");
  const apart = readable.filter((chain) =>
    ["ahead", "forked"].includes(compareOwners(history, tip, chain, signer))
  );
  const stays = (each: OwnerJson) => edit.kind !== "remove" || each.owner !== lower(edit.owner);
  const staying = tip.owners.filter(stays).map(storedWord);
  // The user was not warned about these heads. The change must not add an owner to a chain that
  // could not get there without it; otherwise a fork signed by a removed owner, or a recovery that
  // is still waiting, would take effect.
  const brings = (set: OwnerSet) =>
    !staying.every((word) => wordsOf(set).includes(word)) &&
    pathBetween(history, { head: set.head, words: wordsOf(set) }, tip.head) === null;
  const behind = [
    ZERO_WORD,
    ...leavesOf(history).map(({ head }) => head),
    ...readable.map(({ head }) => head),
  ].filter((head) => {
    const set = setAt(history, head);
    return set !== undefined && signs(wordsOf(set)) && !brings(set);
  });
  const repaired = [tip.head, ...apart.map(({ head }) => head)];
  if (new Set(repaired).size > MAX_HEADS) {
    throw wrong(`The owners differ on more than ${MAX_HEADS} networks.`);
  }
  // Chains that are behind also get the earlier changes: naming their heads only saves a step.
  const from = new Set([...repaired, ...behind]);
  const next = Math.max(tip.next, ...apart.map(({ words }) => words.length));
  const { owners, end } = edited(history.account.address, tip, next, edit);
  return { from: [...from].slice(0, MAX_HEADS), owners, next: end, delay: delayAfter(tip, edit) };
}

function delayAfter(tip: OwnerSet, edit: OwnerEdit): number {
  const delay = edit.kind === "add" ? edit.delay ?? tip.delay : tip.delay;
  if (
    Number.isInteger(delay) && delay >= MIN_RECOVERY_DELAY_S && delay <= MAX_RECOVERY_DELAY_S
  ) return delay;
  throw new AcctError("invalid_params", { field: "params[0].delay", detail: "1 to 30 days." });
}

/**
 * Returns the delay to propose for a recovery address. If the account already has a recovery
 * address, this is its current delay, because a new delay would also apply to that address.
 * Otherwise, it is longer than the account's own delay, unless a device of the user receives
 * notices.
 */
export function proposedDelay({ owners, delay }: OwnerSet, notified: boolean): number {
  const has = owners.some(({ kind }) => kind === "recovery");
  return has || notified ? delay : Math.max(delay, UNNOTIFIED_RECOVERY_DELAY_S);
}

function edited(
  account: Hex,
  { owners }: OwnerSet,
  next: number,
  edit: OwnerEdit,
): { owners: OwnerJson[]; end: number } {
  if (edit.kind === "repair") return { owners: [...owners], end: next };
  const owner = lower(edit.owner);
  const known = owners.find((each) => each.owner === owner);
  if (edit.kind === "remove") {
    if (known === undefined) throw wrong("The account has no such owner.");
    const rest = owners.filter((each) => each !== known);
    if (!rest.some(({ kind }) => kind === "full")) {
      throw wrong("The last owner cannot be removed.");
    }
    return { owners: rest, end: next };
  }
  if (known !== undefined) throw wrong("The account has this owner already.");
  if (owner === addressOwner(account)) throw wrong("An account cannot own itself.");
  if (owner.length === 66 && hexToBigInt(owner) === 0n) {
    throw wrong("The zero address cannot sign.");
  }
  if (owners.length >= MAX_OWNERS) throw wrong(`An account has at most ${MAX_OWNERS} owners.`);
  const used = new Set(owners.map(({ index }) => index));
  // After the last index, free indices are reused, and permissions that the account granted expire.
  const free = Array.from({ length: MAX_INDICES }, (_, index) => index).find((i) => !used.has(i))!;
  const index = next < MAX_INDICES ? next : free;
  const added = { index, kind: edit.as ?? "full", owner };
  return {
    owners: [...owners, added].sort((a, b) => a.index - b.index),
    end: Math.max(next, index + 1),
  };
}

function lower(owner: Hex): Hex {
  return owner.toLowerCase() as Hex;
}

function wrong(detail: string): AcctError {
  return new AcctError("invalid_params", { field: "params[0].owner", detail });
}
