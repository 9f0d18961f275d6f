/**
 * Settles the ledger from the blocks: the EntryPoint's events of our paymasters, also of operations
 * that others submitted. A signature is returned only after it expired and all events up to then
 * were read.
 *
 * @module
 */
import { USER_OPERATION_EVENT } from "../../chain/node/events.ts";
import { NodeError } from "../../chain/node/node.ts";
import { watchedOf } from "../../chain/paymasters.ts";
import type { BlockHandler } from "../../indexer/reading/handler.ts";
import { monotonic } from "../../lib/monotonic.ts";
import type { PaymentContext } from "./context.ts";
import { fetchPaid, paidIn, paymastersOf, readPaid, rowOfPaid } from "./paid_operations.ts";
import { reconcile } from "./reconcile.ts";
import { type BlockTime, returnExpired } from "./return_expired.ts";
import { isIn } from "./rows.ts";
import { CHARGED_EVENT, settle, undo } from "./settle.ts";

/**
 * Milliseconds between two comparisons of ledger and deposit, and of rows with the chain's time.
 */
const INTERVAL_MS = { reconcile: 3_600_000, expired: 5_000 } as const;

/** Creates the handler that settles the ledgers of all chains. */
export function settlementHandler(context: PaymentContext): BlockHandler {
  /** The last block that was applied, by chain. */
  const read = new Map<number, BlockTime>();
  const due = new Map<string, number>();
  const isDue = (name: keyof typeof INTERVAL_MS, chainId: number) => {
    if (monotonic() < (due.get(`${name} ${chainId}`) ?? 0)) return false;
    due.set(`${name} ${chainId}`, monotonic() + INTERVAL_MS[name]);
    return true;
  };
  return {
    topics: [USER_OPERATION_EVENT, CHARGED_EVENT],
    async read(chain, block) {
      if (watchedOf(chain).length === 0) return null;
      const { number, time, logs } = block;
      const change = await settle(context, chain, paidIn(chain, logs), block);
      return {
        write: change.write,
        publish() {
          change.publish();
          read.set(chain.id, { number, time });
        },
      };
    },
    fetchLogs: (chain, blockHash) =>
      watchedOf(chain).length === 0 ? Promise.resolve([]) : fetchPaid(chain, paymastersOf(chain), {
        blockHash,
      }),
    async readEarlier(chain, range, requires) {
      const { store } = context;
      const open = watchedOf(chain).length > 0 && await store.selectFrom("sponsorships")
        .select("sender").where("chain_id", "=", chain.id).where(isIn("signed"))
        .where("expires_at", ">", 0).limit(1)
        .executeTakeFirst();
      if (!open) return { write: () => Promise.resolve() };
      const [all] = await Promise.all([
        readPaid(chain, paymastersOf(chain), range),
        requires(range.to),
      ]);
      // Operations without a row may be from before this database.
      const known = await Promise.all(all.map((each) => rowOfPaid(store, chain.id, each)));
      const { write } = await settle(context, chain, all.filter((_, index) => known[index]));
      return { write };
    },
    takeBack: undo,
    async tick(chain) {
      const watched = watchedOf(chain);
      const last = read.get(chain.id);
      if (watched.length === 0) return;
      if (last !== undefined && isDue("expired", chain.id)) {
        await returnExpired(context, chain, last);
      }
      if (!isDue("reconcile", chain.id)) return;
      for (const each of watched) {
        await reconcile(context, chain, each).catch((error) => {
          if (!(error instanceof NodeError)) {
            due.delete(`reconcile ${chain.id}`);
            throw error;
          }
          // A node that refuses the range will refuse it again in a few seconds.
          const event = `${each.kind}_not_reconciled` as const;
          context.log("warn", event, { chain: chain.id }, error);
        });
      }
    },
  };
}
