/** Returns signatures that expired without use. @module */
import { encodeFunctionData, type Hex, numberToHex } from "viem";
import { entryPoint08Abi } from "viem/account-abstraction";
import { ENTRY_POINT } from "../../../core/chain/contracts.ts";
import type { Chain } from "../../chain/chain.ts";
import { readable } from "../../chain/node/failure.ts";
import type { PaymentContext } from "./context.ts";
import { splitNonce } from "../../entry_point/codec.ts";
import { findNonceUser } from "../../indexer/reading/evidence.ts";
import { serially, subjects } from "../../store/serially.ts";
import type { SponsorshipTable } from "../../store/ledger_tables.ts";
import { giveBack } from "./ledger.ts";
import { fetchPaid, type PaidOperation, readEvent } from "./paid_operations.ts";
import { isIn, replace, signaturesOf } from "./rows.ts";
import { settle } from "./settle.ts";

/** Blocks that are searched for the use of a nonce: nodes reject wider ranges. */
const MAX_BLOCKS = 2_000;
/** Rows returned together. */
const MAX_ROWS = 500;
/** Seconds of the chain after which a row without an event for its outcome is read again. */
const UNDECIDED_S = 300;

/** A block that was read. */
export interface BlockTime {
  readonly number: number;
  /** Unix seconds. */
  readonly time: number;
}

/** Releases reservations that expired by the chain's time, once the events were read up to then. */
export async function returnExpired(
  context: PaymentContext,
  chain: Chain,
  { number, time }: BlockTime,
): Promise<void> {
  const { store } = context;
  const rows = await store.selectFrom("sponsorships").selectAll()
    .where("chain_id", "=", chain.id).where(isIn("signed")).where("expires_at", "<", time)
    .orderBy("expires_at").limit(MAX_ROWS).execute();
  const unused = await Promise.all(rows.map((row) => isUnused(chain, row, number)));
  for (const [index, row] of rows.entries()) {
    if (unused[index]) {
      await serially(store, [subjects.key(row.key_id)], async (tx) => {
        // Kept for two days: a reorganisation may let it land after all.
        if (await replace(tx, row, { state: "returned" })) await giveBack(tx, row);
      });
      continue;
    }
    // If it landed, its event is known here: a node may have omitted it from its block.
    const missed = await findMissed(chain, row, number);
    if (missed.length > 0) {
      const { write } = await settle(context, chain, missed);
      await serially(store, [subjects.key(row.key_id)], write);
    } else {
      // Other rows come first: an account can make many of these.
      await replace(store, row, { expires_at: time + UNDECIDED_S });
    }
  }
}

/** Finds the event of a row's operation in blocks that were read without it. */
async function findMissed(
  chain: Chain,
  row: SponsorshipTable,
  head: number,
): Promise<PaidOperation[]> {
  const hashes = signaturesOf(row).map(({ hash }) => hash);
  const place = {
    fromBlock: numberToHex(Math.max(0, head - MAX_BLOCKS + 1)),
    toBlock: numberToHex(head),
  };
  const logs = await fetchPaid(chain, [row.paymaster as Hex], place, hashes);
  return readable(() => logs.map(readEvent));
}

/** Days after which a counter matters to no limit. */
const MAX_AGE_DAYS = 2;

/**
 * Returns whether a reservation's operation did not land: its nonce is free, or an event names the
 * operation that used it. Without this check, a node that lost its logs would release every
 * signature.
 */
async function isUnused(chain: Chain, row: SponsorshipTable, head: number): Promise<boolean> {
  const { key, sequence } = splitNonce(row.nonce as Hex);
  const data = encodeFunctionData({
    abi: entryPoint08Abi,
    functionName: "getNonce",
    args: [row.sender as Hex, key],
  });
  const answer = await chain.node.request<Hex>("eth_call", [{ to: ENTRY_POINT, data }, "latest"]);
  if (readable(() => splitNonce(answer)).sequence <= sequence) return true;
  const user = await findNonceUser(chain, {
    sender: row.sender,
    from_block: Math.max(0, head - MAX_BLOCKS),
    nonce_key: numberToHex(key),
    nonce_sequence: Number(sequence),
  });
  // The account may have skipped it without an event.
  if (user === null) return row.day < Math.floor(Date.now() / 86_400_000) - MAX_AGE_DAYS;
  return !signaturesOf(row).some(({ hash }) => hash === user);
}
