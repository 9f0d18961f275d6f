/**
 * Submits owner changes, recoveries and vetoes to every chain that has a relayer key and the
 * account. The relayer deploys nothing and only serves accounts with an included operation, because other
 * submissions would be free for an attacker. Changes of other accounts are included in their next
 * operation.
 *
 * @module
 */
import type { Hex } from "viem";
import type { OwnersOnChain } from "../../core/wire/owners.ts";
import type { AccountJson } from "../../core/wire/values.ts";
import type { Chain } from "../chain/chain.ts";
import type { AccountsContext } from "./context.ts";
import { hasOperated } from "../store/rows/operations.ts";
import { readOwnerHistory } from "../store/rows/owner_changes.ts";
import type { OperationTable } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { carry } from "./carry.ts";
import { type MissingCall, missingCall, readChain } from "./owners.ts";
import {
  readRecoveries,
  rejectionOf,
  settleRecoveries,
  signedRecoveryCall,
  type StoredRecovery,
} from "./signed_recoveries.ts";
import { readVetoes, vetoCall } from "./vetoes.ts";

/** Submits owner changes, recoveries and vetoes. */
export interface Relayer {
  /**
   * Submits an account's changes, recoveries and vetoes to all chains, or to one; resolves when each
   * was tried.
   */
  relay(account: AccountJson, only?: Chain): Promise<void>;
  /**
   * Submits changes that waited for an account's first operation or its deployment. Resolves after
   * each was tried. Sends no request to a chain if no change is stored.
   */
  relayAfter(operation: FirstOperation): Promise<void>;
  /** Resumes all accounts with changes, recoveries or vetoes, as after a restart. */
  resume(): Promise<void>;
  /** Waits for pending transactions. */
  stop(): Promise<void>;
}

/** Columns of an operation that may be the first of its account. */
type FirstOperation = Pick<OperationTable, "id" | "sender" | "nonce_sequence">;

/** Transactions per account, chain and attempt. */
const MAX_TRANSACTIONS = 8;
/** Seconds until a transaction that was not sent is tried again. */
const RETRY_S = { budget: 3_600, fee: 300, busy: 2, down: 300 } as const;
/** Number of accounts to resume after a restart, the most recently changed first. */
const MAX_RESUMED = 1_000;
/** Time after which a waiting recovery is looked at again at the latest. */
const MAX_WAIT_MS = 3_600_000;

/** Creates the relayer. */
export function createRelayer(
  context: Pick<AccountsContext, "store" | "chains" | "log">,
): Relayer {
  // Serialized per chain, so that a key's transactions keep the order of their nonces.
  const queues = new Map<number, Promise<unknown>>();
  // By chain and account: runs that have not started.
  const waiting = new Map<string, Promise<boolean>>();
  // By chain and account.
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const started = new Set<Promise<unknown>>();
  let stopped = false;

  const report = (error: unknown, chain?: Chain): void => {
    // The rows are stored, so the next read tries again.
    context.log("error", "owners", { ...(chain !== undefined && { chain: chain.id }) }, error);
  };
  const track = async (work: Promise<unknown>): Promise<void> => {
    const done = work.catch(report);
    started.add(done);
    await done.finally(() => started.delete(done));
  };
  const retryIn = (seconds: number, chain: Chain, account: AccountJson): true => {
    if (stopped) return true;
    const name = nameOf(chain, account);
    clearTimeout(timers.get(name));
    const timer = setTimeout(() => {
      timers.delete(name);
      void track(relayOn([chain], account));
    }, Math.min(seconds * 1000, MAX_WAIT_MS));
    timers.set(name, timer);
    return true;
  };
  const relayTo = (chain: Chain, account: AccountJson): Promise<boolean> => {
    const name = nameOf(chain, account);
    // A run reads all changes when it starts. More runs would only delay other accounts.
    const queued = waiting.get(name);
    if (queued !== undefined) return queued;
    const run = async (): Promise<boolean> => {
      waiting.delete(name);
      if (stopped) return true;
      const next = await lackingOf(context.store, account);
      try {
        const seconds = await sendCalls(context, chain, account, next);
        return seconds !== null && retryIn(seconds, chain, account);
      } catch (error) {
        report(error, chain);
        return next.recoveries.length > 0 && retryIn(RETRY_S.down, chain, account);
      }
    };
    const next = (queues.get(chain.id) ?? Promise.resolve()).then(run).catch((error) => {
      report(error, chain);
      return false;
    });
    queues.set(chain.id, next);
    waiting.set(name, next);
    return next;
  };
  const carried = () => [...context.chains.values()].filter(({ config }) => config.relayer);
  const relayOn = async (chains: readonly Chain[], account: AccountJson): Promise<void> => {
    const waits = await Promise.all(chains.map((chain) => relayTo(chain, account)));
    if (stopped || waits.length > 0 && !waits.includes(false)) return;
    if (await settleRecoveries(context, account)) await relayOn(carried(), account);
  };

  return {
    relay: (account, only) => track(relayOn(only === undefined ? carried() : [only], account)),
    async relayAfter({ id, sender, nonce_sequence }) {
      // The operation that deploys is the first of its nonce key, and so is the first of all.
      if (stopped || nonce_sequence > 0) return;
      const first = context.store.selectFrom("operation_data").select("account")
        .where("id", "=", id)
        .where((eb) =>
          eb.exists(
            eb.selectFrom("owner_changes").select("head").where(
              "owner_changes.account",
              "=",
              sender,
            ),
          )
        ).executeTakeFirst()
        .then((data) => data && this.relay(JSON.parse(data.account)));
      await track(first);
    },
    async resume() {
      // The remaining changes are submitted at the next read.
      for (const account of await accountsToResume(context.store)) {
        if (stopped) return;
        await this.relay(account);
      }
    },
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(started);
      await Promise.all(queues.values());
    },
  };
}

function nameOf({ id }: Chain, { address }: AccountJson): string {
  return `${id} ${address.toLowerCase()}`;
}

/**
 * Sends the calls that a chain lacks, until none is left.
 *
 * @returns seconds after which to try again; `null` if no call is left
 */
async function sendCalls(
  context: Pick<AccountsContext, "store" | "chains" | "log">,
  chain: Chain,
  account: AccountJson,
  next: Lacking,
): Promise<number | null> {
  // A recovery in between needs several transactions: one starts it, another finishes it after its
  // delay.
  for (let calls = 0; calls < MAX_TRANSACTIONS; calls++) {
    const state = await readChain(chain, account);
    if (state.deployed === null && next.recoveries.length > 0) return RETRY_S.down;
    const missing = next.calls(state);
    if (missing.length === 0) return null;
    const now = await blockTime(chain);
    const call = await firstAccepted(context.chains, state, missing, now);
    if (call === null) return null;
    const wait = (call.at ?? 0) - now;
    if (wait > 0) return wait;
    const { to, data } = call;
    const payer = call.payer ?? { keyId: next.keyId, account: account.address };
    const postponed = await carry(context, chain, { to, data, ...payer });
    if (postponed !== null) return RETRY_S[postponed];
  }
  return null;
}

/** Returns the accounts with changes, recoveries or vetoes, the most recent ones of each. */
async function accountsToResume(store: Store): Promise<AccountJson[]> {
  const tables = ["owner_changes", "vetoes", "signed_recoveries"] as const;
  const rows = (await Promise.all(
    tables.map((table) =>
      store.selectFrom(table).select(["account", "owners", "nonce"])
        .orderBy("created_at", "desc").limit(MAX_RESUMED).execute()
    ),
  )).flat();
  const accounts = new Map(rows.map((row) => [row.account, row]));
  return [...accounts.values()].map(({ account, owners, nonce }) => ({
    address: account as Hex,
    owners: JSON.parse(owners),
    nonce: nonce as Hex,
  }));
}

/** Calls of an account that the relayer must send. */
export interface Lacking {
  /** Returns the calls that a chain needs, the most urgent first. */
  calls(chain: OwnersOnChain): readonly MissingCall[];
  /** Recoveries that have not ended on every chain. */
  readonly recoveries: readonly StoredRecovery[];
  /** Key that pays from its budget. */
  readonly keyId: string;
}

/** Reads the changes that an account lacks per chain. */
export async function lackingOf(store: Store, account: AccountJson): Promise<Lacking> {
  const history = await readOwnerHistory(store, account);
  const vetoes = await readVetoes(store, account);
  const operated = await hasOperated(store, account.address);
  const recoveries = operated ? await readRecoveries(store, account) : [];
  const stops = vetoes.map(({ veto }) => veto);
  return {
    calls: (chain) => {
      const veto = vetoCall(account, vetoes, chain);
      if (veto !== null) return [veto];
      return [
        operated ? missingCall(history, chain, stops) : null,
        ...recoveries.map((each) => signedRecoveryCall(account, each, chain, stops)),
      ].filter((call) => call !== null).sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
    },
    recoveries,
    keyId: await payingKey(store, account),
  };
}

/** Returns the first call that the account does not reject; `null` if there is none. */
async function firstAccepted(
  chains: AccountsContext["chains"],
  state: OwnersOnChain,
  calls: readonly MissingCall[],
  now: number,
): Promise<MissingCall | null> {
  for (const call of calls) {
    // Before its time, the account rejects each call that finishes a recovery.
    const isChecked = call.mayFail === true && (call.at ?? 0) <= now;
    if (!isChecked || await rejectionOf(chains, state, call) === null) return call;
  }
  return null;
}

/** Returns the key that stored an account's last change or veto. */
async function payingKey(store: Store, { address }: AccountJson): Promise<string> {
  const [last] = await Promise.all(
    (["owner_changes", "vetoes"] as const).map((table) =>
      store.selectFrom(table).select(["key_id", "created_at"])
        .where("account", "=", address.toLowerCase()).orderBy("created_at", "desc").limit(1)
        .executeTakeFirst()
    ),
  ).then((rows) =>
    rows.filter((row) => row !== undefined).toSorted((a, b) => b.created_at - a.created_at)
  );
  return last?.key_id ?? "";
}

/** Reads the time of the latest block. */
async function blockTime({ node }: Chain): Promise<number> {
  const { timestamp } = await node.request<{ timestamp: Hex }>(
    "eth_getBlockByNumber",
    ["latest", false],
  );
  return Number(timestamp);
}
