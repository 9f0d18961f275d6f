/**
 * Orders an account's owner changes by the heads that they continue. This module makes no network
 * requests and uses no counters: two chains have the same owners if and only if they have the same
 * head.
 *
 * @module
 */
import { type Hex, isHex, size } from "viem";
import { AcctError } from "../../ground/errors.ts";
import {
  MAX_HEADS,
  MAX_INDICES,
  MAX_OWNERS,
  MAX_RECOVERY_DELAY_S,
  MIN_RECOVERY_DELAY_S,
} from "../../ground/limits.ts";
import { isOnCurve } from "../../passkey/public_key.ts";
import type {
  OwnerChangeJson,
  OwnerJson,
  OwnersOnChain,
  OwnerStepJson,
} from "../../wire/owners.ts";
import type { AccountJson } from "../../wire/values.ts";
import { DEFAULT_DELAY_S, isRecovery, stepDigest } from "./change.ts";
import { addressOwner, indexOfOwner, storedWord, ZERO_WORD } from "./key.ts";
import { atIndex, signerOf } from "./signer.ts";

/** The owners at a head. */
export interface OwnerSet {
  /** Hash of the last change; zero for the first owners. */
  readonly head: Hex;
  /** Owners by index. */
  readonly owners: readonly OwnerJson[];
  /** Index of the next owner to be added. */
  readonly next: number;
  /** Delay of a recovery in seconds. */
  readonly delay: number;
}

/** A change or finished recovery that was added to the history. */
export interface OwnerStep extends OwnerSet {
  readonly change: OwnerStepJson;
  /** Word of the owner who signed the change. */
  readonly signer: Hex;
}

/** An account's sets of owners. */
export interface OwnerHistory {
  readonly account: AccountJson;
  /** The owners that determine the address. */
  readonly first: OwnerSet;
  /** Changes and finished recoveries by their heads, each after a step that it continues. */
  readonly steps: ReadonlyMap<Hex, OwnerStep>;
}

/**
 * Adds the changes to the history. Each change is checked as the contract checks it: it continues
 * the first owners or a change before it in the list, and a full owner at that point signed it. A
 * finished recovery is signed by a recovery owner; only a chain can prove that its delay has
 * passed.
 *
 * @throws {AcctError} `service_mismatch` if a change is invalid
 */
export async function readHistory(
  account: AccountJson,
  changes: readonly OwnerStepJson[],
): Promise<OwnerHistory> {
  let history = emptyHistory(account);
  for (const [index, change] of changes.entries()) {
    const next = await addChange(history, change);
    if (next === null) throw refuse(`Change ${index} does not follow from those before it.`);
    history = next;
  }
  return history;
}

/** Returns the history of an account without changes. */
export function emptyHistory(account: AccountJson): OwnerHistory {
  const owners = account.owners.map((owner, index): OwnerJson => ({
    index,
    kind: "full",
    owner: owner.toLowerCase() as Hex,
  }));
  const first = { head: ZERO_WORD, owners, next: owners.length, delay: DEFAULT_DELAY_S };
  return { account, first, steps: new Map() };
}

/** Adds a change; returns `null` if it is invalid, or does not continue a known state. */
export async function addChange(
  history: OwnerHistory,
  change: OwnerStepJson,
): Promise<OwnerHistory | null> {
  const { account, steps } = history;
  if (!isSound(account, change)) return null;
  const head = stepDigest(account.address, change);
  if (steps.has(head)) return history;
  const owner = await signerOf(head, change.signature);
  if (owner === null) return null;
  const signer = isRecovery(change) ? storedWord({ kind: "recovery", owner }) : owner;
  const owners = change.owners.map(lowerCase);
  const step = { head, owners, next: change.next, delay: DEFAULT_DELAY_S, change, signer };
  const [parent] = parentsOf(history, step);
  if (parent === undefined) return null;
  // A recovery does not change the delay.
  const delay = isRecovery(change) ? setAt(history, parent)!.delay : change.delay;
  return { ...history, steps: new Map([...steps, [head, { ...step, delay }]]) };
}

/** Returns the owners at a known head; `undefined` otherwise. */
export function setAt({ first, steps }: OwnerHistory, head: Hex): OwnerSet | undefined {
  return head === ZERO_WORD ? first : steps.get(head);
}

/** Cache of computed words, because each is a hash. */
const computed = new WeakMap<OwnerSet, readonly Hex[]>();

/** Returns the words that an account with these owners stores, by index. */
export function wordsOf(set: OwnerSet): readonly Hex[] {
  const known = computed.get(set);
  if (known !== undefined) return known;
  const words = new Array<Hex>(set.next).fill(ZERO_WORD);
  for (const owner of set.owners) words[owner.index] = storedWord(owner);
  computed.set(set, words);
  return words;
}

/** Returns the sets that no known change continues. */
export function leavesOf(history: OwnerHistory): OwnerSet[] {
  const { first, steps } = history;
  const continued = new Set([...steps.values()].flatMap((step) => parentsOf(history, step)));
  return [first, ...steps.values()].filter(({ head }) => !continued.has(head));
}

/**
 * Returns the current owners: the last owners on the branch that came first. With an owner, returns
 * the first such set in which it is a full owner, or `null`.
 */
export function tipOf(history: OwnerHistory): OwnerSet;
export function tipOf(history: OwnerHistory, owner: Hex): OwnerSet | null;
export function tipOf(history: OwnerHistory, owner?: Hex): OwnerSet | null {
  const [tip, ...others] = [mainTip(history), ...leavesOf(history)];
  if (owner === undefined) return tip!;
  return [tip!, ...others].find((set) => indexOfOwner(wordsOf(set), owner) >= 0) ?? null;
}

/**
 * Returns the last owner set with this full owner that a chain has or can reach by known changes,
 * if only a recovery leads from it to the current owners, and that recovery has not finished there.
 * `null` if there is none.
 */
export function heldBy(
  history: OwnerHistory,
  chains: readonly OwnersAt[],
  owner: Hex,
): OwnerSet | null {
  const { head } = tipOf(history);
  const waiting = chains.filter((chain) =>
    pathBetween(history, chain, head) === null && stepsBetween(history, chain, head) !== null
  );
  return [history.first, ...history.steps.values()].findLast((set) =>
    indexOfOwner(wordsOf(set), owner) >= 0 &&
    waiting.some((chain) => pathBetween(history, chain, set.head) !== null)
  ) ?? null;
}

/** A step with the signature for the head that it continues. */
export interface PlacedStep<S extends OwnerStepJson = OwnerStepJson> {
  readonly change: S;
  readonly signature: Hex;
}

/** A change with the signature for the head that it continues. */
export type PlacedChange = PlacedStep<OwnerChangeJson>;

/** Owners at a head: on a chain, or in a set. */
export type OwnersAt = Pick<OwnersOnChain, "head" | "words" | "past">;

/** Owners of an account that was never changed. */
export const unchanged: OwnersAt = { head: ZERO_WORD, words: [] };

/**
 * Finds the shortest path of changes from the owners of a chain to a head; `null` if there is none.
 * The chain's head may be unknown: a change can continue it, signed by one of the owners there.
 */
export function pathBetween(
  history: OwnerHistory,
  start: OwnersAt,
  to: Hex,
): PlacedChange[] | null {
  const path = searchPath(history, start, to, ({ change }) => !isRecovery(change));
  return path as PlacedChange[] | null;
}

/** Finds the shortest path of steps from the owners of a chain to a head, including recoveries. */
export function stepsBetween(
  history: OwnerHistory,
  start: OwnersAt,
  to: Hex,
): PlacedStep[] | null {
  return searchPath(history, start, to, () => true);
}

function searchPath(
  history: OwnerHistory,
  start: OwnersAt,
  to: Hex,
  takes: (step: OwnerStep) => boolean,
): PlacedStep[] | null {
  const wordsAt = (head: Hex): readonly Hex[] => {
    const set = setAt(history, head);
    return set === undefined ? start.words : wordsOf(set);
  };
  const next = new Map<Hex, OwnerStep[]>();
  for (const step of history.steps.values()) {
    for (const head of step.change.from) next.set(head, [...next.get(head) ?? [], step]);
  }
  const previous = new Map<Hex, Hex | null>([[start.head, null]]);
  for (const head of previous.keys()) {
    if (head === to) break;
    for (const step of next.get(head) ?? []) {
      if (!previous.has(step.head) && takes(step) && continues(step, head, wordsAt(head))) {
        previous.set(step.head, head);
      }
    }
  }
  if (!previous.has(to)) return null;
  const path: PlacedStep[] = [];
  for (
    let head = to, from = previous.get(head)!;
    from !== null;
    head = from, from = previous.get(head)!
  ) {
    const { change, signer } = history.steps.get(head)!;
    path.unshift({ change, signature: atIndex(change.signature, wordsAt(from).indexOf(signer)) });
  }
  return path;
}

/**
 * Returns the heads of the steps that lead to the current owners and to the owners of these chains,
 * and of all steps after them. All other heads are obsolete.
 */
export function usefulHeads(history: OwnerHistory, chains: readonly OwnersAt[]): ReadonlySet<Hex> {
  const leaves = leavesOf(history).map(({ head }) => head);
  const known = chains.map(({ head }) => head).filter((head) => setAt(history, head) !== undefined);
  const paths = [...leaves, ...known].map((head) => stepsBetween(history, unchanged, head))
    .concat(chains.flatMap((chain) => leaves.map((head) => stepsBetween(history, chain, head))));
  return new Set(
    paths.flatMap((path) =>
      (path ?? []).map(({ change }) => stepDigest(history.account.address, change))
    ),
  );
}

/** Owners of a chain, compared with the current ones. */
export type ChainOwners =
  /** The chain has the same owners. */
  | "same"
  /** The chain has earlier owners; the changes that lead to the current ones are known. */
  | "behind"
  /**
   * The chain has later owners, by unknown changes; all current full owners are still owners there.
   */
  | "ahead"
  /**
   * The chain has different owners; at least one of them can sign a change that continues both
   * sides.
   */
  | "forked"
  /** The chain has different owners, and none of them can sign such a change. */
  | "taken";

/**
 * Compares the owners on a chain with the current ones.
 *
 * @param signer the owner who would sign a repair; default: any current owner
 */
export function compareOwners(
  history: OwnerHistory,
  tip: OwnerSet,
  chain: OwnersAt,
  signer?: Hex,
): ChainOwners {
  if (chain.head === tip.head) return "same";
  if (stepsBetween(history, chain, tip.head) !== null) return "behind";
  const full = tip.owners.flatMap(({ kind, owner }) => kind === "full" ? [owner] : []);
  const isThere = (owner: Hex) => indexOfOwner(chain.words, owner) >= 0;
  if (!(signer === undefined ? full : [signer]).some(isThere)) return "taken";
  return chain.past?.includes(tip.head) && full.every(isThere) ? "ahead" : "forked";
}

/** Follows the changes that are first in the list. */
function mainTip(history: OwnerHistory): OwnerSet {
  let tip: OwnerSet = history.first;
  for (const step of history.steps.values()) {
    if (parentsOf(history, step).includes(tip.head)) tip = step;
  }
  return tip;
}

/** Returns the known heads that a change continues. */
function parentsOf(history: OwnerHistory, step: OwnerStep): Hex[] {
  return step.change.from.filter((head) => {
    const set = head === step.head ? undefined : setAt(history, head);
    return set !== undefined && continues(step, head, wordsOf(set));
  });
}

/** Returns whether a change continues a head, and its signer is a full owner there. */
function continues({ change, signer }: OwnerStep, head: Hex, words: readonly Hex[]): boolean {
  return change.from.includes(head) && change.next >= words.length && words.includes(signer);
}

/** Makes the contract's checks that concern only the step itself. */
export function isSound(account: AccountJson, change: OwnerStepJson): boolean {
  const { from, owners, next } = change;
  const delay = isRecovery(change) ? MIN_RECOVERY_DELAY_S : change.delay;
  const indices = owners.map(({ index }) => index);
  const keys = owners.map(({ owner }) => owner.toLowerCase());
  return from.length >= 1 && from.length <= MAX_HEADS && from.every(isLowerWord) &&
    owners.length >= 1 && owners.length <= MAX_OWNERS &&
    indices.every((index, i) => index < next && index > (indices[i - 1] ?? -1)) &&
    new Set(keys).size === keys.length &&
    next <= MAX_INDICES && delay >= MIN_RECOVERY_DELAY_S && delay <= MAX_RECOVERY_DELAY_S &&
    owners.some(({ kind }) => kind === "full") &&
    owners.every((owner) => canSign(account, owner));
}

/**
 * Checks that an owner can possibly sign: a key must be on the curve, and an address must not be
 * the account.
 */
function canSign({ address }: AccountJson, { kind, owner }: OwnerJson): boolean {
  if (size(owner) === 64) return kind === "full" && isOnCurve(owner);
  return size(owner) === 32 && BigInt(owner) >> 160n === 0n && BigInt(owner) !== 0n &&
    owner.toLowerCase() !== addressOwner(address);
}

function isLowerWord(value: Hex): boolean {
  return isHex(value) && size(value) === 32 && value === value.toLowerCase();
}

function lowerCase(owner: OwnerJson): OwnerJson {
  return { ...owner, owner: owner.owner.toLowerCase() as Hex };
}

function refuse(detail: string): AcctError {
  return new AcctError("service_mismatch", { field: "changes", detail });
}
