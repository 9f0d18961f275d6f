/**
 * Watches every chain for recoveries of the accounts that the service knows, whether they were on the
 * chain before or not. Events only say where to look, since any contract can emit any: what waits is
 * read from the account. Each range of blocks is read again for a while, and each recovery that waits
 * is looked at again, so that a reorganisation changes nothing for long.
 *
 * @module
 */
import { type Hex, numberToHex } from "viem";
import { ownerTopics } from "../../core/chain/owners_abi.ts";
import { AcctError } from "../../core/protocol/errors.ts";
import type { AccountJson } from "../../core/protocol/service/mod.ts";
import type { OwnersOnChain, WaitingRecoveryJson } from "../../core/protocol/service/owners.ts";
import type { Chain } from "../chain/chain.ts";
import type { LogJson } from "../chain/events.ts";
import { NodeError } from "../chain/node.ts";
import type { Context } from "../main/context.ts";
import type { Store } from "../store/store.ts";
import { readChain } from "./owners.ts";
import {
  accountsToCheck,
  findAccounts,
  knownAddresses,
  recordRecoveries,
  waitingAmong,
} from "../indexer/recoveries.ts";
import { pause } from "../lib/pause.ts";
import { lackingOf } from "./relayer.ts";

/** Watches until it is stopped. */
export interface RecoveryWatch {
  /** Stops; resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** Options of {@linkcode watchRecoveries}. */
export interface RecoveryWatchOptions {
  /** Milliseconds between looks at a chain. */
  readonly interval?: number;
  /** Runs in the transaction that records a new recovery. */
  onStarted(store: Store, account: AccountJson, recovery: WaitingRecoveryJson): Promise<void>;
}

/** Interval between looks at a chain: a recovery waits for a day at least. */
const INTERVAL_MS = 10_000;
/** Most blocks per request; fewer where a node refuses. */
const MAX_BLOCKS = 2_000;
/** Addresses per request where a block is full of events. */
const MAX_ADDRESSES = 500;
/** Blocks that are read again each time: a reorganisation may have moved events among them. */
const OVERLAP_BLOCKS = 64;
/** Time after which a recovery that waits is looked at again. */
const CHECK_AFTER_MS = 60_000;
/** Accounts that are looked at again each time. */
const MAX_CHECKS = 100;
/** Accounts that could not be read, and how often each is tried: code that is not ours never answers. */
const MAX_UNREAD = { accounts: 1_000, tries: 30 } as const;

/** Starts to watch. The context is read lazily, because it does not exist yet. */
export function watchRecoveries(
  context: () => Context,
  { interval = INTERVAL_MS, onStarted }: RecoveryWatchOptions,
): RecoveryWatch {
  const stopped = new AbortController();
  const { signal } = stopped;

  async function follow(chain: Chain): Promise<void> {
    const unread = new Map<string, number>();
    while (!signal.aborted) {
      try {
        await look({ context: context(), chain, onStarted, unread, signal });
      } catch (error) {
        // A node that is down is asked again later.
        if (!(error instanceof AcctError || error instanceof NodeError)) {
          context().log("error", "recoveries", { chain: chain.id }, error);
        }
      }
      await pause(interval, signal);
    }
  }

  const following = [...context().chains.values()].map(follow);
  return {
    async stop() {
      stopped.abort();
      await Promise.all(following);
    },
  };
}

/** A look at one chain. */
interface Look extends Pick<RecoveryWatchOptions, "onStarted"> {
  readonly context: Context;
  readonly chain: Chain;
  /** Accounts that could not be read, with the number of tries. */
  readonly unread: Map<string, number>;
  readonly signal: AbortSignal;
}

/** Looks at the blocks since the last time, and at what waits. */
async function look(at: Look): Promise<void> {
  const { context: { store }, chain, unread, signal } = at;
  const head = Number(await chain.node.request<Hex>("eth_blockNumber"));
  const row = await store.selectFrom("recovery_progress").select("block_number")
    .where("chain_id", "=", chain.id).executeTakeFirst();
  // Of a node that has not caught up nothing is read, and not the whole chain again after it.
  const first = chain.config.permissionsFrom ?? 0;
  let from = Math.max(first, Math.min(row?.block_number ?? first, head) - OVERLAP_BLOCKS);
  for (let span = MAX_BLOCKS; from <= head && !signal.aborted;) {
    const to = Math.min(head, from + span - 1);
    let logs: readonly Emitted[];
    try {
      logs = await readLogs(chain, from, to);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (to > from) {
        span = Math.ceil((to - from + 1) / 2);
        continue;
      }
      logs = await readKnownLogs(at, from, await knownAddresses(store));
    }
    const emitters = (started: boolean) =>
      logs.filter(({ topics }) => (topics[0] === ownerTopics.RecoveryStarted) === started)
        .map(({ address }) => address.toLowerCase());
    const ended = await waitingAmong(store, chain, [...new Set(emitters(false))]);
    await check(at, [...emitters(true), ...ended]);
    // A stop left some out: they are read again.
    if (signal.aborted) return;
    await store.insertInto("recovery_progress").values({ chain_id: chain.id, block_number: to })
      .onConflict((on) => on.column("chain_id").doUpdateSet({ block_number: to })).execute();
    from = to + 1;
    span = Math.min(MAX_BLOCKS, span * 2);
  }
  const old = await accountsToCheck(store, chain, Date.now() - CHECK_AFTER_MS, MAX_CHECKS);
  await check(at, [...unread.keys(), ...old]);
}

type Emitted = Pick<LogJson, "address" | "topics">;

/** Returns whether a node may answer a smaller question: it limits ranges, events, size and time. */
function isRefusal(error: unknown): boolean {
  return error instanceof NodeError || error instanceof AcctError;
}

/**
 * Reads the events of known accounts in a block. Anyone can fill a block with more events than a node
 * lists, and would hide a recovery behind them. An account that fills it itself is looked at.
 */
async function readKnownLogs(
  { chain, signal }: Pick<Look, "chain" | "signal">,
  block: number,
  addresses: readonly Hex[],
): Promise<Emitted[]> {
  const found: Emitted[] = [];
  for (let at = 0, count = MAX_ADDRESSES; at < addresses.length && !signal.aborted;) {
    const some = addresses.slice(at, at + count);
    try {
      found.push(...await readLogs(chain, block, block, some));
    } catch (error) {
      if (!isRefusal(error) || (some.length === 1 && !(error instanceof NodeError))) throw error;
      count = Math.ceil(some.length / 2);
      if (some.length > 1) continue;
      found.push({ address: some[0]!, topics: [ownerTopics.RecoveryStarted] });
    }
    at += some.length;
    count = Math.min(MAX_ADDRESSES, count * 2);
  }
  return found;
}

function readLogs(
  chain: Chain,
  from: number,
  to: number,
  address?: readonly Hex[],
): Promise<LogJson[]> {
  const { RecoveryStarted, RecoveryVetoed, OwnersChanged } = ownerTopics;
  return chain.node.request<LogJson[]>("eth_getLogs", [{
    fromBlock: numberToHex(from),
    toBlock: numberToHex(to),
    ...(address !== undefined && { address }),
    topics: [[RecoveryStarted, RecoveryVetoed, OwnersChanged]],
  }]);
}

/** Reads what waits in the accounts among these that the service knows, and records it. */
async function check(at: Look, addresses: readonly string[]): Promise<void> {
  const { context, chain, unread, signal } = at;
  for (const account of await findAccounts(context.store, addresses)) {
    // Each of many may take as long as a node that hangs.
    if (signal.aborted) return;
    const address = account.address.toLowerCase();
    const tries = unread.get(address) ?? 0;
    unread.delete(address);
    // Code that is not ours may answer anything.
    const state = await readChain(chain, account).catch(() => null);
    if (state !== null && state.deployed !== null) await record(at, account, state);
    else if (tries < MAX_UNREAD.tries && unread.size < MAX_UNREAD.accounts) {
      unread.set(address, tries + 1);
    }
  }
}

/** Records what waits in an account, and tells of what is new. */
async function record(
  { context, chain, onStarted }: Look,
  account: AccountJson,
  state: OwnersOnChain,
): Promise<void> {
  const { store, hub, relayer, log } = context;
  const { address } = account;
  const { started, changed } = await recordRecoveries(
    store,
    account,
    state,
    (tx, recovery) => onStarted(tx, account, recovery),
  );
  if (changed) hub.publish({ type: "recoveryChanged", address, chainId: numberToHex(chain.id) });
  if (started.length > 0) log("warn", "recovery_started", { chain: chain.id, account: address });
  // A veto may be stored, or the change of owners that ends it.
  const next = state.pending.length > 0 && state.carried
    ? (await lackingOf(store, account)).call(state)
    : null;
  if (next !== null) void relayer.relay(account);
}
