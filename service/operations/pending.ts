/** Reads the pending operations of an account, reconciled with the chain. @module */
import { type Address, type Hex, numberToHex } from "viem";
import { AcctError } from "../../core/protocol/errors.ts";
import type { Chain } from "../chain/chain.ts";
import { findLandedAmong } from "../chain/events.ts";
import type { AccountState } from "../chain/state.ts";
import type { Context } from "../main/context.ts";
import { openOperations, settledFrom, type SignedRow } from "../store/operations.ts";
import { isReverted } from "../indexer/evidence.ts";
import { recordInclusion } from "./inclusion.ts";

/**
 * Returns the account's pending operations. Those recorded as included whose nonce the chain has
 * not used were reverted by a reorganisation that was not noticed yet: they are pending again, so
 * that the next operation does not take their nonce.
 *
 * @throws {AcctError} `quote_changed` if the state is from before an operation that landed
 */
export async function readPending(
  context: Context,
  chain: Chain,
  sender: Address,
  state: Pick<AccountState, "sequences" | "block">,
): Promise<SignedRow[]> {
  const settled = await settledFrom(
    context.store,
    { chainId: chain.id, sender },
    [...state.sequences].map(([key, sequence]) => ({ key, sequence })),
  );
  if (settled.length > 0) {
    const from = Math.min(...settled.map((row) => row.from_block));
    const ids = settled.map((row) => row.id as Hex);
    const landed = await findLandedAmong(chain.node, ids, numberToHex(from));
    for (const row of settled) {
      const found = landed.get(row.id as Hex) ?? null;
      await recordInclusion(context, row, found);
      const { number, hash } = found === null
        ? { number: row.block_number ?? 0, hash: row.block_hash ?? "" }
        : { number: found.blockNumber, hash: found.blockHash };
      if (number <= state.block.number) continue;
      if (found === null && await isReverted(chain, row)) continue;
      // The state is from before its block: no nonce can be chosen by it.
      chain.heads.see({ number, hash });
      throw new AcctError("quote_changed", { detail: "Another operation landed first." });
    }
  }
  return await openOperations(context.store, chain.id, sender);
}
