/**
 * Finds recoveries of accounts known to the service. Events only name accounts to read, since any
 * contract can emit them. Pending recoveries are read from the account itself.
 *
 * @module
 */
import { type Hex, numberToHex } from "viem";
import { ownerTopics } from "../../core/chain/owners_abi.ts";
import type { AccountJson } from "../../core/wire/values.ts";
import type { OwnersOnChain, WaitingRecoveryJson } from "../../core/wire/owners.ts";
import type { Chain } from "../chain/chain.ts";
import type { LogJson } from "../chain/node/events.ts";
import { fetchLogs, type LogSource } from "../indexer/reading/backfill.ts";
import type { BlockHandler } from "../indexer/reading/handler.ts";
import type { AccountsContext } from "./context.ts";
import {
  addChecksOfRecoveries,
  addOwnerChecks,
  dueOwnerChecks,
  setOwnersChecked,
} from "../store/rows/owner_checks.ts";
import type { Store } from "../store/store.ts";
import {
  accountsToCheck,
  findAccounts,
  knownAddresses,
  recordRecoveries,
  waitingAmong,
} from "../indexer/permissions/recoveries.ts";
import { readChain } from "./owners.ts";
import { lackingOf } from "./relayer.ts";

/** Runs in the transaction that records a new recovery. */
export type OnStarted = (
  store: Store,
  account: AccountJson,
  recovery: WaitingRecoveryJson,
) => Promise<void>;

/** Addresses per request where a block is full of events. */
const MAX_ADDRESSES = 500;
/** Time after which a recovery that waits is read again. */
const CHECK_AFTER_MS = 60_000;
/** Accounts that are read between two polls of a chain. */
const MAX_CHECKS = 100;

const { RecoveryStarted, RecoveryVetoed, OwnersChanged } = ownerTopics;
const topics: readonly Hex[] = [RecoveryStarted, RecoveryVetoed, OwnersChanged];

/** Creates the handler. */
export function recoveryHandler(context: AccountsContext, onStarted: OnStarted): BlockHandler {
  const source: LogSource = {
    filter: { topics: [topics] },
    of: (accounts) => ({ address: accounts, topics: [topics] }),
    most: MAX_ADDRESSES,
    accounts: () => knownAddresses(context.store),
  };
  const changeOf = async (
    chain: Chain,
    { logs, missing = [] }: {
      readonly logs: readonly LogJson[];
      readonly missing?: readonly Hex[];
    },
  ) => {
    const accounts = await accountsNamed(context.store, chain, logs);
    // An account that fills a block on its own is read without its events.
    const all = [...accounts, ...missing.map((each) => each.toLowerCase())];
    return { write: (tx: Store) => addOwnerChecks(tx, chain.id, all) };
  };
  return {
    topics,
    async read(chain, { logs }) {
      const own = logs.filter(({ topics: [topic = "0x"] }) => topics.includes(topic));
      return own.length === 0 ? null : await changeOf(chain, { logs: own });
    },
    async fetchLogs(chain, blockHash) {
      const { logs, missing } = await fetchLogs(chain, { blockHash }, source);
      return [...logs, ...missing.map((address) => ({ ...none, address }))];
    },
    async readEarlier(chain, range, requires) {
      return await changeOf(chain, await fetchLogs(chain, range, source, requires));
    },
    takeBack: (tx, chain) => addChecksOfRecoveries(tx, chain.id),
    async tick(chain, signal) {
      const { store } = context;
      for (const row of await dueOwnerChecks(store, chain.id, MAX_CHECKS)) {
        // Each of many may take as long as a node that hangs.
        if (signal.aborted) return;
        const [account] = await findAccounts(store, [row.account]);
        const wasRead = account === undefined || await check(context, chain, account, onStarted);
        await setOwnersChecked(store, row, wasRead);
      }
      const before = Date.now() - CHECK_AFTER_MS;
      const old = await accountsToCheck(store, chain, before, MAX_CHECKS);
      for (const account of await findAccounts(store, old)) {
        if (signal.aborted) return;
        await check(context, chain, account, onStarted);
      }
    },
  };
}

/** Log of an account whose logs are missing. */
const none: LogJson = {
  address: "0x",
  data: "0x",
  topics: [RecoveryStarted],
  transactionHash: "0x",
  blockHash: "0x",
  blockNumber: "0x0",
  logIndex: "0x0",
};

/**
 * Returns the known accounts, in lower case, that logs name: with a new recovery, or a waiting one.
 */
async function accountsNamed(
  store: Store,
  chain: Chain,
  logs: readonly LogJson[],
): Promise<string[]> {
  const emitters = (started: boolean) => [
    ...new Set(
      logs.filter((log) => (log.topics[0] === RecoveryStarted) === started)
        .map(({ address }) => address.toLowerCase()),
    ),
  ];
  const [started, ended] = await Promise.all([
    findAccounts(store, emitters(true)),
    waitingAmong(store, chain, emitters(false)),
  ]);
  return [...started.map(({ address }) => address.toLowerCase()), ...ended];
}

/**
 * Reads and records the pending recoveries of an account. Returns false if they could not be read.
 */
async function check(
  context: AccountsContext,
  chain: Chain,
  account: AccountJson,
  onStarted: OnStarted,
): Promise<boolean> {
  // Code that is not ours may answer anything.
  const state = await readChain(chain, account).catch(() => null);
  if (state === null || state.deployed === null) return false;
  await record(context, chain, { account, state }, onStarted);
  return true;
}

/** Records the pending recoveries of an account, and sends notices of new ones. */
async function record(
  { store, hub, relayer, log }: AccountsContext,
  chain: Chain,
  { account, state }: { readonly account: AccountJson; readonly state: OwnersOnChain },
  onStarted: OnStarted,
): Promise<void> {
  const { address } = account;
  const { started, changed } = await recordRecoveries(
    store,
    account,
    state,
    (tx, recovery) => onStarted(tx, account, recovery),
  );
  if (changed) hub.publish({ type: "recoveryChanged", address, chainId: numberToHex(chain.id) });
  if (started.length > 0) log("warn", "recovery_started", { chain: chain.id, account: address });
  // A veto may be stored, a change of owners that cancels it, or a recovery that is ready.
  if (state.pending.length === 0 || !state.carried) return;
  if ((await lackingOf(store, account)).calls(state).length > 0) void relayer.relay(account, chain);
}
