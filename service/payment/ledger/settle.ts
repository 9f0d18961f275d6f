/**
 * Replaces reservations by the amounts charged onchain, and restores them after a reorganisation.
 *
 * @module
 */
import { isAddressEqual, toEventSelector } from "viem";
import type { Chain } from "../../chain/chain.ts";
import type { LogJson } from "../../chain/node/events.ts";
import { watchedOf } from "../../chain/paymasters.ts";
import type { ReplacedBlocks } from "../../indexer/reading/handler.ts";
import type { ReadBlock } from "../../indexer/reading/read_block.ts";
import type { PaymentContext } from "./context.ts";
import { correct } from "../../store/rows/counters.ts";
import type { SponsorshipTable } from "../../store/ledger_tables.ts";
import type { Store } from "../../store/store.ts";
import { type PaidOperation, progressOf, rowOfPaid } from "./paid_operations.ts";
import { bookOf, isIn, replace, signaturesOf, toGwei } from "./rows.ts";
import { changesBetween, usesOf } from "./uses.ts";

/** Event of the token paymaster for each operation for which it took tokens. */
export const CHARGED_EVENT = toEventSelector(
  "UserOperationSponsored(bytes32,address,uint256,uint256)",
);
/** Maximum attempts to change a row that a request changes too. */
const MAX_ATTEMPTS = 10;

/**
 * Replaces the reservations of operations by the amounts charged onchain.
 *
 * @param block the block of all operations, if it was read
 */
export async function settle(
  { store, metrics, log }: PaymentContext,
  chain: Chain,
  paid: readonly PaidOperation[],
  block?: Pick<ReadBlock, "logs">,
): Promise<{ write(tx: Store): Promise<void>; publish(): void }> {
  const charged = new Set(
    block?.logs.flatMap(({ address, topics: [event, hash] }) =>
      event === CHARGED_EVENT && hash !== undefined ? [`${address.toLowerCase()} ${hash}`] : []
    ),
  );
  for (const event of paid) {
    const name = `${event.paymaster} ${event.hash}`;
    if (charged.has(name)) continue;
    const row = await rowOfPaid(store, chain.id, event);
    // A node that omitted the log must not create a debtor.
    if (row?.mode === "postpaid" && await wasCharged(chain, event)) charged.add(name);
  }
  const isCharged = ({ paymaster, hash }: PaidOperation) => charged.has(`${paymaster} ${hash}`);
  const unpaid = new Map<PaidOperation, SponsorshipTable>();
  const unknown = new Set<PaidOperation>();
  return {
    async write(tx) {
      unpaid.clear();
      unknown.clear();
      const changes: (() => Promise<void>)[] = [];
      for (const event of paid) {
        const found = await settleRow(tx, chain, event, isCharged(event));
        if (found === null) unknown.add(event);
        else {
          changes.push(() => correct(tx, bookOf(found.row), found.changes));
          if (found.isUnpaid) unpaid.set(event, found.row);
        }
      }
      // After all rows: a request locks its row first, and the counters of its key then.
      for (const change of changes) await change();
      for (const event of unknown) {
        // Before the deposit was noted the first time, operations are not this ledger's.
        if (await progressOf(tx, chain.id, event.paymaster) === undefined) unknown.delete(event);
      }
    },
    publish() {
      for (const [{ hash, cost }, row] of unpaid) {
        metrics.count("acct_token_fee_unpaid_total", { chain: chain.id });
        const operation = { operation: hash, wei: cost.toString() };
        log("warn", "token_fee_unpaid", { chain: chain.id, key: row.key_id, ...operation });
      }
      for (const { hash, cost, paymaster } of unknown) {
        const { kind } = watchedOf(chain).find((each) =>
          isAddressEqual(each.paymaster, paymaster)
        )!;
        metrics.count(`acct_${kind}_unknown_total`, { chain: chain.id });
        const operation = { operation: hash, wei: cost.toString() };
        log("error", `${kind}_unknown_operation`, { chain: chain.id, ...operation });
      }
    },
  };
}

/** Settles a row; returns the changes of its counters, or `null` if there is no row. */
async function settleRow(tx: Store, chain: Chain, event: PaidOperation, isCharged: boolean) {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const row = await rowOfPaid(tx, chain.id, event);
    if (row === undefined) return null;
    const isPaid = row.mode === "postpaid" && isCharged;
    const isSettled = row.state === "settled" && row.block_hash === event.blockHash;
    if (isSettled && (row.mode !== "postpaid" || row.paid === 1 || !isPaid)) {
      return { row, changes: [], isUnpaid: false };
    }
    const cost = toGwei(event.cost);
    const settled = { state: "settled", cost_gwei: cost, paid: isPaid ? 1 : 0 } as const;
    const place = { block_number: event.blockNumber, block_hash: event.blockHash };
    if (!await replace(tx, row, { ...settled, ...place })) continue;
    const changes = changesBetween(usesOf(row), usesOf({ ...row, ...settled }));
    return { row, changes, isUnpaid: row.mode === "postpaid" && !isPaid };
  }
  throw new Error(`The reservation of ${event.hash} keeps changing.`);
}

/**
 * Returns whether the token paymaster took tokens for an operation. A receipt would be as large as
 * the other operations in its transaction want.
 */
async function wasCharged({ node }: Chain, event: PaidOperation): Promise<boolean> {
  const logs = await node.request<readonly LogJson[]>("eth_getLogs", [{
    address: event.paymaster,
    topics: [CHARGED_EVENT, event.hash],
    blockHash: event.blockHash,
  }]);
  return logs.length > 0;
}

/** Restores the reservations of operations in replaced blocks. */
export async function undo(
  tx: Store,
  chain: Chain,
  { after, hashes }: ReplacedBlocks,
): Promise<void> {
  const replaced = new Set(hashes);
  const rows = await tx.selectFrom("sponsorships").selectAll()
    .where("chain_id", "=", chain.id).where(isIn("settled"))
    .where("block_number", ">", after).execute();
  for (const row of rows) {
    if (!replaced.has(row.block_hash ?? "")) continue;
    const most = Math.max(...signaturesOf(row).map(({ gwei }) => gwei));
    const signed = { state: "signed", cost_gwei: most, paid: 0 } as const;
    if (!await replace(tx, row, { ...signed, block_number: null, block_hash: null })) {
      throw new Error("A settled reservation changed while its block was rolled back.");
    }
    await correct(tx, bookOf(row), changesBetween(usesOf(row), usesOf({ ...row, ...signed })));
  }
}
