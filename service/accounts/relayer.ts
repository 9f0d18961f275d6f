/**
 * Submits owner changes and vetoes to every chain that has a relayer key and the account. The
 * relayer deploys nothing and only serves accounts with an included operation, because other
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
import { readVetoes, vetoCall } from "./vetoes.ts";

/** Submits owner changes and vetoes. */
export interface Relayer {
  /** Submits an account's changes and vetoes to all chains; resolves when each was tried. */
  relay(account: AccountJson): Promise<void>;
  /**
   * Submits changes that waited for an account's first operation or its deployment. Resolves after
   * each was tried. Sends no request to a chain if no change is stored.
   */
  relayAfter(operation: FirstOperation): Promise<void>;
  /** Resumes all accounts with changes or vetoes, as after a restart. */
  resume(): Promise<void>;
  /** Waits for pending transactions. */
  stop(): Promise<void>;
}

/** Columns of an operation that may be the first of its account. */
type FirstOperation = Pick<OperationTable, "id" | "sender" | "nonce_sequence">;

/** Transactions per account, chain and attempt. */
const MAX_TRANSACTIONS = 8;
/** Seconds until a transaction that was not sent is tried again. */
const RETRY_S = { budget: 3_600, fee: 300, busy: 2 } as const;
/** Number of accounts to resume after a restart, the most recently changed first. */
const MAX_RESUMED = 1_000;
/** Time after which a waiting recovery is looked at again at the latest. */
const MAX_WAIT_MS = 3_600_000;

/** Creates the relayer. */
export function createRelayer(
  context: Pick<AccountsContext, "store" | "chains" | "log">,
): Relayer {
  // Serialized per chain, so that a key's transactions keep the order of their nonces.
  const queues = new Map<number, Promise<void>>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const started = new Set<Promise<void>>();
  let stopped = false;

  const retryIn = (seconds: number, chain: Chain, account: AccountJson): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void relayTo(chain, account);
    }, Math.min(seconds * 1000, MAX_WAIT_MS));
    timers.add(timer);
  };
  const relayTo = (chain: Chain, account: AccountJson): Promise<void> => {
    const run = async () => {
      if (stopped) return;
      const next = await lackingOf(context.store, account);
      // A recovery in between needs several transactions: one starts it, another finishes it after
      // its delay.
      for (let calls = 0; calls < MAX_TRANSACTIONS; calls++) {
        const call = next.call(await readChain(chain, account));
        if (call === null) return;
        const wait = (call.at ?? 0) - await blockTime(chain);
        if (wait > 0) return retryIn(wait, chain, account);
        const { to, data, isVeto } = call;
        const payer = isVeto
          ? { keyId: `vetoes of ${account.address.toLowerCase()}` }
          : { keyId: next.keyId, account: account.address };
        const postponed = await carry(context, chain, { to, data, ...payer });
        if (postponed !== null) return retryIn(RETRY_S[postponed], chain, account);
      }
    };
    const next = (queues.get(chain.id) ?? Promise.resolve()).then(run).catch((error) => {
      // The change is stored, so the next read tries again.
      context.log("error", "owners", { chain: chain.id }, error);
    });
    queues.set(chain.id, next);
    return next;
  };

  return {
    async relay(account) {
      const carried = [...context.chains.values()].filter(({ config }) => config.relayer);
      await Promise.all(carried.map((chain) => relayTo(chain, account)));
    },
    async relayAfter({ id, sender, nonce_sequence }) {
      // The operation that deploys is the first of its nonce key, and so is the first of all.
      if (stopped || nonce_sequence > 0) return;
      const done = context.store.selectFrom("operation_data").select("account")
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
        .then((data) => data && this.relay(JSON.parse(data.account)))
        .catch((error) => context.log("error", "owners", {}, error));
      started.add(done);
      await done.finally(() => started.delete(done));
    },
    async resume() {
      const { store } = context;
      const tables = ["owner_changes", "vetoes"] as const;
      const rows = (await Promise.all(
        tables.map((table) =>
          store.selectFrom(table).select(["account", "owners", "nonce"])
            .orderBy("created_at", "desc").limit(MAX_RESUMED).execute()
        ),
      )).flat();
      const accounts = new Map(rows.map((row) => [row.account, row]));
      // The remaining changes are submitted at the next read.
      for (const { account, owners, nonce } of accounts.values()) {
        if (stopped) return;
        await this.relay({
          address: account as Hex,
          owners: JSON.parse(owners),
          nonce: nonce as Hex,
        });
      }
    },
    async stop() {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(started);
      await Promise.all(queues.values());
    },
  };
}

/** Calls of an account that the relayer must send. */
export interface Lacking {
  /** Returns the next call for a chain, or `null` if no call is needed. */
  call(chain: OwnersOnChain): MissingCall | null;
  /** Key that pays from its budget. */
  readonly keyId: string;
}

/** Reads the changes that an account lacks per chain. */
export async function lackingOf(store: Store, account: AccountJson): Promise<Lacking> {
  const history = await readOwnerHistory(store, account);
  const vetoes = await readVetoes(store, account);
  const operated = await hasOperated(store, account.address);
  const stops = vetoes.map(({ veto }) => veto);
  return {
    call: (chain) =>
      vetoCall(account, vetoes, chain) ??
        (operated ? missingCall(history, chain, stops) : null),
    keyId: await payingKey(store, account),
  };
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
