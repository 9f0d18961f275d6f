/**
 * Stores which tokens an account once let others take. The chain tells whether they still may.
 *
 * @module
 */
import type { Address } from "viem";
import type { Right } from "../chain/effects.ts";
import type { RightTable } from "./schema.ts";
import type { Store } from "./store.ts";

/** Rights looked at per account and chain, the newest ones. */
const MAX_RIGHTS = 60;

/** Adds the rights that an operation of the account gave. */
export async function addRights(
  store: Store,
  { account, chainId, blockNumber, rights }: {
    readonly account: Address;
    readonly chainId: number;
    readonly blockNumber: number;
    readonly rights: readonly Right[];
  },
): Promise<void> {
  const rows = rights.flatMap(({ kind, token, spender, amount }): RightTable[] => {
    // Items are counted with their collection, and what Permit2 passes on was allowed to it first.
    if (amount === 0n || kind !== "allowance" && kind !== "operator") return [];
    return [{
      account: account.toLowerCase(),
      chain_id: chainId,
      token: token.toLowerCase(),
      spender: spender.toLowerCase(),
      kind,
      block_number: blockNumber,
    }];
  });
  if (rows.length === 0) return;
  await store.insertInto("rights").values(rows).onConflict((c) => c.doNothing()).execute();
}

/** Lists the newest rights of an account on a chain. */
export async function listRights(
  store: Store,
  account: Address,
  chainId: number,
): Promise<RightTable[]> {
  return await store.selectFrom("rights").selectAll()
    .where("account", "=", account.toLowerCase())
    .where("chain_id", "=", chainId)
    .orderBy("block_number", "desc")
    .limit(MAX_RIGHTS)
    .execute();
}
