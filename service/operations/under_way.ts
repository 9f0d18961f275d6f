/** What of an account is under way, by what the chain says at this moment. @module */
import { type Address, type Hex, numberToHex } from "viem";
import type { Chain } from "../chain/chain.ts";
import { findLandedAmong } from "../chain/events.ts";
import type { AccountState } from "../chain/state.ts";
import type { Context } from "../context.ts";
import { openOperations, settledFrom } from "../store/operations.ts";
import type { OperationTable } from "../store/schema.ts";
import { note } from "./status.ts";

/**
 * The account's operations that are under way. Those that count as settled though the chain is not
 * that far were taken back by a reorganisation that nobody noticed yet: they are under way again,
 * or the next operation would take their nonce and end them.
 */
export async function underWay(
  context: Context,
  chain: Chain,
  sender: Address,
  state: Pick<AccountState, "sequences">,
): Promise<OperationTable[]> {
  const settled = await settledFrom(
    context.store,
    { chainId: chain.id, sender },
    [...state.sequences].map(([key, sequence]) => ({ key, sequence })),
  );
  if (settled.length > 0) {
    const from = Math.min(...settled.map((row) => row.from_block));
    const ids = settled.map((row) => row.id as Hex);
    const landed = await findLandedAmong(chain.node, ids, numberToHex(from));
    for (const row of settled) await note(context, row, landed.get(row.id as Hex) ?? null);
  }
  return await openOperations(context.store, chain.id, sender);
}
