/** Stores owner changes, after the checks that the account itself makes. @module */
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
  zeroAddress,
} from "viem";
import { readPast } from "../../core/account/owners/on_chain.ts";
import { creationOf } from "../../core/account/owners/creation.ts";
import { IMPLEMENTATION_SLOT, readImplementation, runsUnknown } from "../../core/account/code.ts";
import { readOwnerState } from "../../core/account/owners/find.ts";
import {
  addChange,
  leavesOf,
  type OwnerHistory,
  type OwnerStep,
  pathBetween,
  type PlacedChange,
  type PlacedStep,
  setAt,
  stepsBetween,
  tipOf,
  usefulHeads,
} from "../../core/account/owners/history.ts";
import type { UnsignedVeto } from "../../core/account/owners/veto.ts";
import { isRecovery, stepDigest, toContractRecovery } from "../../core/account/owners/change.ts";
import { ZERO_WORD } from "../../core/account/owners/key.ts";
import { ownersAbi } from "../../core/chain/owners_abi.ts";
import { AcctError } from "../../core/ground/errors.ts";
import type {
  OwnersOnChain,
  OwnersResult,
  OwnerStepJson,
  PendingRecovery,
  RecoveryJson,
} from "../../core/wire/owners.ts";
import type { AccountJson } from "../../core/wire/values.ts";
import type { Chain } from "../chain/chain.ts";
import { isChainFailure, readable } from "../chain/node/failure.ts";
import { NodeError } from "../chain/node/node.ts";
import type { Carried } from "./carry.ts";
import type { OwnersContext } from "./context.ts";
import { changesOf, readOwnerHistory } from "../store/rows/owner_changes.ts";
import { hasOperated } from "../store/rows/operations.ts";
import { type ChangeSender, takeFromLimits } from "./change_limits.ts";
import { refuseContracts } from "./contract_owners.ts";
import { serially, subjects } from "../store/serially.ts";

/** Number of stored changes above which useless ones are deleted. */
const MAX_STEPS = 64;

/** Number of earlier heads of a chain to return, latest first. */
const MAX_PAST = 64;

/**
 * Stores a change. Storing it again does nothing.
 *
 * @throws {AcctError} `invalid_params` if the change continues neither the current owners nor the
 * owners of a chain, is not signed by a full owner, or is rejected by a chain; `owner_is_contract`;
 * `limit_exceeded`
 */
export async function putOwnerChange(
  context: OwnersContext,
  sender: ChangeSender,
  account: AccountJson,
  change: OwnerStepJson,
): Promise<void> {
  const { store } = context;
  const head = stepDigest(account.address, change);
  const stored = await readOwnerHistory(store, account);
  if (stored.steps.has(head)) return;
  const history = await addChange(stored, change);
  if (history === null) {
    throw wrong("signature", "No authorised owner signed it at a head that it continues.");
  }
  const chains = await readChains(context, account);
  // A recovery counts if it waited onchain, so only the chain can confirm it.
  const from = isRecovery(change) ? [] : change.from;
  if (!await isCurrent(context, stored, chains, { head, from })) {
    throw wrong("from", "Another change was stored first: read the owners again.");
  }
  if (!isRecovery(change)) {
    const hasLanded = async () => {
      const pasts = await Promise.all(
        chains.filter(({ deployed }) => deployed === true)
          .map((chain) => pastOf(context, account, chain).catch(() => new Set<Hex>())),
      );
      return chains.some((chain) => chain.head === head) || pasts.some((past) => past.has(head));
    };
    const field = "params[0].change.owners";
    await refuseContracts(context.chains, change, { stored, field, hasLanded });
    await checkOnChains(context, history, chains, head);
  }
  await storeStep(context, sender, history, head);
  if (history.steps.size > MAX_STEPS) await forget(context, account, chains);
}

/** Returns the changes, and the owners on each chain. */
export async function readOwners(
  context: OwnersContext,
  account: AccountJson,
): Promise<OwnersResult> {
  const [history, read] = await Promise.all([
    readOwnerHistory(context.store, account),
    readChains(context, account),
  ]);
  const chains = await Promise.all(read.map(async (chain) => {
    if (chain.deployed !== true || setAt(history, chain.head) !== undefined) return chain;
    // Without logs it is shown as a fork, which has the same remedy.
    const past = await pastOf(context, account, chain).catch(() => null);
    return past === null ? chain : { ...chain, past: [...past].slice(-MAX_PAST) };
  }));
  return { changes: changesOf(history), chains };
}

/** Returns the heads that an account had on a chain, but for the last one. */
function pastOf(
  context: OwnersContext,
  { address }: AccountJson,
  { chainId }: OwnersOnChain,
): Promise<ReadonlySet<Hex>> {
  const { node } = context.chains.get(Number(chainId))!;
  return readPast((method, params) => node.request(method, params as unknown[]), address);
}

/** Reads the owners of an account on all chains. */
export async function readChains(
  { chains, store }: OwnersContext,
  account: AccountJson,
): Promise<OwnersOnChain[]> {
  const [operated, read] = await Promise.all([
    hasOperated(store, account.address),
    Promise.all([...chains.values()].map((chain) => readChain(chain, account))),
  ]);
  return read.map((chain) => ({ ...chain, carried: chain.carried && operated }));
}

/**
 * Reads the owners of an account on a chain. `carried` is true if the relayer could submit changes.
 * The relayer deploys nothing and only serves accounts with an included operation.
 */
export async function readChain(chain: Chain, account: AccountJson): Promise<OwnersOnChain> {
  const base = {
    chainId: numberToHex(chain.id),
    name: chain.config.name,
    carried: chain.config.relayer !== undefined,
  };
  const none = {
    ...base,
    carried: false,
    head: ZERO_WORD,
    words: [],
    pending: [],
    implementation: null,
    newest: null,
  };
  try {
    const data = encodeFunctionData({ abi: ownersAbi, functionName: "ownerState" });
    const to = account.address;
    const [slot, newest] = await Promise.all([
      chain.node.request<Hex>("eth_getStorageAt", [to, IMPLEMENTATION_SLOT, "latest"]),
      chain.newest(),
    ]);
    const implementation = readImplementation(slot);
    const codes = { implementation, newest };
    // Answers of unknown code are ignored.
    if (runsUnknown(codes)) return { ...none, ...codes, deployed: true };
    const answer = await chain.node.request<Hex>("eth_call", [{ to, data }, "latest"]);
    if (answer === "0x") return { ...none, ...codes, deployed: false };
    if (implementation === null) {
      return { ...none, newest, implementation: zeroAddress, deployed: true };
    }
    const state = readable(() => readOwnerState(answer));
    const pending = await readPending(chain, to);
    return { ...base, deployed: true, ...state, pending, ...codes };
  } catch (error) {
    if (!isChainFailure(error)) throw error;
    return { ...none, deployed: null };
  }
}

/** Reads the recoveries that wait on a chain. */
async function readPending(chain: Chain, to: Address): Promise<PendingRecovery[]> {
  const call = { abi: ownersAbi, functionName: "pendingRecoveries" } as const;
  const data = encodeFunctionData(call);
  const answer = await chain.node.request<Hex>("eth_call", [{ to, data }, "latest"]);
  const waiting = readable(() => decodeFunctionResult({ ...call, data: answer }));
  return waiting.map(({ index, recovery, readyAt }) => (
    { index, recovery, readyAt: Number(readyAt) }
  ));
}

/** A transaction that moves a chain towards the current owners, and the time to send it. */
export interface MissingCall {
  readonly to: Address;
  readonly data: Hex;
  /** Unix seconds; absent for now. */
  readonly at?: number;
  /** Budget that pays. Default: the budget of the key that stored the last change or veto. */
  readonly payer?: Pick<Carried, "keyId" | "account">;
  /** True if the account may reject the call, which is then skipped. */
  readonly mayFail?: boolean;
}

/**
 * Returns the call that moves a chain towards the current owners. Returns `null` if nothing is
 * missing, or if the account is not deployed: its deployment applies the changes. A recovery named
 * by a veto is not continued.
 */
export function missingCall(
  history: OwnerHistory,
  chain: OwnersOnChain,
  vetoes: readonly Pick<UnsignedVeto, "heads" | "target">[] = [],
): MissingCall | null {
  // Unknown code could burn the relayer's gas.
  if (chain.deployed !== true || runsUnknown(chain) || history.steps.size === 0) return null;
  const heads = [tipOf(history), ...leavesOf(history)].map((set) => set.head);
  // A full owner's change comes before a recovery, because it cancels the recovery.
  for (const find of [pathBetween, stepsBetween]) {
    const steps = heads.map((head) => find(history, chain, head)).find((path) => path !== null);
    if (!steps) continue;
    const [first] = steps;
    if (first === undefined) return null;
    if (isPlacedRecovery(first)) {
      const { address } = history.account;
      const id = stepDigest(address, first.change);
      const signer = history.steps.get(id)?.signer;
      return isStopped(vetoes, chain, [id, signer]) ? null : recoveryCall(address, chain, first);
    }
    const until = steps.findIndex(isPlacedRecovery);
    const changes = (until < 0 ? steps : steps.slice(0, until)) as PlacedChange[];
    const { factory: to, factoryData: data } = creationOf(history.account, changes);
    return { to, data };
  }
  return null;
}

/** Returns whether a veto names a recovery, or the owner who signed it, at the head of a chain. */
export function isStopped(
  vetoes: readonly Pick<UnsignedVeto, "heads" | "target">[],
  { head }: OwnersOnChain,
  named: readonly (Hex | undefined)[],
): boolean {
  return vetoes.some(({ heads, target }) => heads.includes(head) && named.includes(target));
}

/** Returns the call that starts a recovery on a chain, or finishes it after it waited. */
export function recoveryCall(
  to: Address,
  chain: OwnersOnChain,
  { change, signature }: PlacedStep<RecoveryJson>,
): MissingCall {
  const recovery = toContractRecovery(change);
  const id = stepDigest(to, change);
  const waits = chain.pending.find((each) => each.recovery === id);
  if (waits === undefined) {
    const args = [recovery, signature] as const;
    return {
      to,
      data: encodeFunctionData({ abi: ownersAbi, functionName: "startRecovery", args }),
    };
  }
  const args = [recovery] as const;
  const data = encodeFunctionData({ abi: ownersAbi, functionName: "finishRecovery", args });
  return { to, data, at: waits.readyAt };
}

function isPlacedRecovery(step: PlacedStep): step is PlacedStep<RecoveryJson> {
  return isRecovery(step.change);
}

/**
 * Returns whether a change continues the current owners or the owners of a chain, or was applied on
 * a chain. Any other change is a fork that exists on no chain: a removed owner could sign any
 * number of them.
 */
async function isCurrent(
  context: OwnersContext,
  stored: OwnerHistory,
  chains: readonly OwnersOnChain[],
  { head, from }: { readonly head: Hex; readonly from: readonly Hex[] },
): Promise<boolean> {
  const readable = chains.filter((chain) => !runsUnknown(chain));
  const heads = new Set([...leavesOf(stored), ...readable].map((each) => each.head));
  if (heads.has(head) || from.some((each) => heads.has(each))) return true;
  const pasts = await Promise.all(
    readable.filter((chain) => setAt(stored, chain.head) === undefined)
      .map((chain) => pastOf(context, stored.account, chain)),
  );
  return pasts.some((past) => past.has(head));
}

/**
 * Requires at least one chain to be reachable, and all reachable chains that can apply the change
 * to accept it.
 */
async function checkOnChains(
  context: OwnersContext,
  history: OwnerHistory,
  chains: readonly OwnersOnChain[],
  head: Hex,
): Promise<void> {
  const answers = await Promise.all(chains.map(async (chain) => {
    if (chain.deployed === null) return "down";
    if (runsUnknown(chain)) return "apart";
    const path = pathBetween(history, chain, head);
    // A chain with other owners is reported as apart.
    if (path === null) return "apart";
    const { factory: to, factoryData: data } = creationOf(history.account, path);
    try {
      const { node } = context.chains.get(Number(chain.chainId))!;
      await node.request("eth_call", [{ to, data }, "latest"]);
      return "taken";
    } catch (error) {
      if (error instanceof NodeError) return chain.name;
      if (error instanceof AcctError) return "down";
      throw error;
    }
  }));
  const refused = answers.find((answer) => !["taken", "apart", "down"].includes(answer));
  if (refused !== undefined) throw wrong("owners", `The account on ${refused} would reject it.`);
  if (answers.includes("taken")) return;
  if (answers.includes("down")) throw new AcctError("chain_down");
  throw wrong("from", "No chain has the owners that it continues.");
}

/** Stores a change, unless another one was stored since the history was read. */
async function storeStep(
  context: OwnersContext,
  sender: ChangeSender,
  history: OwnerHistory,
  head: Hex,
): Promise<void> {
  const { account } = history;
  await serially(context.store, [subjects.owners(account.address)], async (tx) => {
    const stored = await readOwnerHistory(tx, account);
    if (stored.steps.has(head)) return;
    if ([...stored.steps.keys()].some((each) => !history.steps.has(each))) {
      throw wrong("from", "Another change was stored first: read the owners again.");
    }
    const { last } = await tx.selectFrom("owner_changes")
      .select((eb) => eb.fn.max("place").as("last"))
      .where("account", "=", account.address.toLowerCase()).executeTakeFirstOrThrow();
    const place = Number(last ?? -1) + 1;
    const row = toRow(history, history.steps.get(head)!);
    await tx.insertInto("owner_changes").values({ ...row, place, key_id: sender.keyId }).execute();
    await takeFromLimits(tx, sender, account, today());
  });
}

/**
 * Deletes changes that no longer lead to any current owners, so that old changes cannot use up the
 * limit.
 */
async function forget(
  context: OwnersContext,
  account: AccountJson,
  chains: readonly OwnersOnChain[],
): Promise<void> {
  // An unreachable chain may need any of them.
  if (chains.some(({ deployed }) => deployed === null)) return;
  await serially(context.store, [subjects.owners(account.address)], async (tx) => {
    const stored = await readOwnerHistory(tx, account);
    const useful = usefulHeads(stored, chains);
    const useless = [...stored.steps.keys()].filter((head) => !useful.has(head));
    if (useless.length === 0) return;
    await tx.deleteFrom("owner_changes").where("account", "=", account.address.toLowerCase())
      .where("head", "in", useless).execute();
  });
}

function toRow({ account }: OwnerHistory, { head, owners, change, signer }: OwnerStep) {
  return {
    account: account.address.toLowerCase(),
    head,
    owners: JSON.stringify(account.owners),
    nonce: account.nonce,
    change: JSON.stringify({ ...change, owners }),
    signer,
    created_at: Date.now(),
  };
}

/** Returns days since 1970, UTC. */
export function today(): number {
  return Math.floor(Date.now() / 86_400_000);
}

function wrong(field: string, detail: string): AcctError {
  return new AcctError("invalid_params", { field: `params[0].change.${field}`, detail });
}
