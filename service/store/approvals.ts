/**
 * Stores which tokens an account once let others take. The chain tells whether they still may.
 *
 * @module
 */
import type { Address } from "viem";
import type { Approval } from "../chain/effects.ts";
import type { ApprovalTable, OwnTokenTable } from "./approval_tables.ts";
import type { Seen } from "./seen_approvals.ts";
import type { Store } from "./store.ts";

/** Approvals looked at per account and chain, the newest ones. */
const MAX_RIGHTS = 60;
/** Tokens listed per account and chain, the newest ones. */
const MAX_OWN_TOKENS = 200;

/** Adds the approvals that an operation of the account gave. */
export async function addApprovals(
  store: Store,
  { account, chainId, blockNumber, approvals }: {
    readonly account: Address;
    readonly chainId: number;
    readonly blockNumber: number;
    readonly approvals: readonly Approval[];
  },
): Promise<void> {
  const rows = approvals.flatMap(({ kind, token, spender, amount }): ApprovalTable[] => {
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
  await store.insertInto("approvals").values(rows).onConflict((c) => c.doNothing()).execute();
}

/** Adds the tokens that an operation of the account brought in. */
export async function addOwnTokens(
  store: Store,
  { account, chainId, blockNumber, tokens }: {
    readonly account: Address;
    readonly chainId: number;
    readonly blockNumber: number;
    readonly tokens: readonly Address[];
  },
): Promise<void> {
  if (tokens.length === 0) return;
  const rows = tokens.map((token): OwnTokenTable => ({
    account: account.toLowerCase(),
    chain_id: chainId,
    token: token.toLowerCase(),
    block_number: blockNumber,
  }));
  await store.insertInto("own_tokens").values(rows).onConflict((c) => c.doNothing()).execute();
}

/** Lists the newest tokens that operations of an account brought in. */
export async function listOwnTokens(
  store: Store,
  account: Address,
  chainId: number,
): Promise<Address[]> {
  const rows = await store.selectFrom("own_tokens").select("token")
    .where("account", "=", account.toLowerCase())
    .where("chain_id", "=", chainId)
    .orderBy("block_number", "desc")
    .limit(MAX_OWN_TOKENS)
    .execute();
  return rows.map(({ token }) => token as Address);
}

/** Lists the newest approvals of an account on a chain. */
export async function listApprovals(
  store: Store,
  account: Address,
  chainId: number,
): Promise<ApprovalTable[]> {
  return await store.selectFrom("approvals").selectAll()
    .where("account", "=", account.toLowerCase())
    .where("chain_id", "=", chainId)
    .orderBy("block_number", "desc")
    .limit(MAX_RIGHTS)
    .execute();
}

/** Lists what operations of an account gave in a range of blocks. */
export async function givenIn(
  store: Store,
  account: Address,
  chainId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Seen[]> {
  const rows = await store.selectFrom("approvals").selectAll()
    .where("account", "=", account.toLowerCase())
    .where("chain_id", "=", chainId)
    .where("block_number", ">=", from).where("block_number", "<=", to)
    .execute();
  return rows.map(({ kind, token, spender, block_number: block }) => ({
    kind,
    token: token as Address,
    spender: spender as Address,
    block,
  }));
}
