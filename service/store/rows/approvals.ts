/**
 * Stores approvals given by accounts, and the tokens received by their operations. The chain
 * defines whether an approval is still active.
 *
 * @module
 */
import type { Address } from "viem";
import type { Approval } from "../../chain/simulation/effects.ts";
import type { ApprovalTable, OwnTokenTable } from "../approval_tables.ts";
import type { Store } from "../store.ts";

/** Own approvals that are checked before an operation, the newest ones. */
const MAX_OWN = 60;
/** Tokens listed per account and chain, the newest ones. */
const MAX_OWN_TOKENS = 200;
/** Rows per statement: databases limit its parameters. */
const PORTION = 500;

/** Approval in an event. */
export interface GivenApproval {
  readonly kind: ApprovalTable["kind"];
  readonly token: Address;
  readonly spender: Address;
  /** Block of the event. */
  readonly block: number;
}

/** Adds approvals of an account. `own` lists the approvals given by its operations. */
export async function putApprovals(
  tx: Store,
  { account, chainId, own = false }: {
    readonly account: string;
    readonly chainId: number;
    readonly own?: boolean;
  },
  given: readonly GivenApproval[],
): Promise<void> {
  const rows = given.map(({ kind, token, spender, block }): ApprovalTable => ({
    account: account.toLowerCase(),
    chain_id: chainId,
    kind,
    token: token.toLowerCase(),
    spender: spender.toLowerCase(),
    own: own || kind === "permit2" ? 1 : 0,
    block_number: block,
  }));
  for (let at = 0; at < rows.length; at += PORTION) {
    await tx.insertInto("approvals").values(rows.slice(at, at + PORTION))
      .onConflict((on) =>
        on.columns(["account", "chain_id", "spender", "token", "kind"]).doUpdateSet((from) => ({
          block_number: from.ref("excluded.block_number"),
          ...(own && { own: 1 }),
        }))
      ).execute();
  }
}

/** Adds the approvals given by an operation of the account. */
export async function addApprovals(
  tx: Store,
  { account, chainId, blockNumber: block, approvals }: {
    readonly account: Address;
    readonly chainId: number;
    readonly blockNumber: number;
    readonly approvals: readonly Approval[];
  },
): Promise<void> {
  const given = approvals.flatMap(({ kind, token, spender, amount }) =>
    // Items are counted with their collection, and Permit2 approvals with the token's allowance to
    // Permit2.
    amount === 0n || kind === "item" || kind === "permit2" ? [] : [{ kind, token, spender, block }]
  );
  await putApprovals(tx, { account, chainId, own: true }, given);
}

/** Lists the newest approvals given by operations of an account on a chain. */
export async function listApprovals(
  store: Store,
  account: Address,
  chainId: number,
): Promise<ApprovalTable[]> {
  return await store.selectFrom("approvals").selectAll()
    .where("account", "=", account.toLowerCase()).where("chain_id", "=", chainId)
    .where("own", "=", 1).where("kind", "<>", "permit2")
    .orderBy("block_number", "desc").limit(MAX_OWN).execute();
}

/**
 * Lists approvals of an account on a chain, the account's own first, then the newest. Any contract
 * can emit approval events, so a stranger's events never displace the account's own.
 */
export async function listGiven(
  store: Store,
  { account, chainId, spenders, most }: {
    readonly account: Address;
    readonly chainId: number;
    /** Only approvals of these. */
    readonly spenders: readonly Address[] | undefined;
    readonly most: number;
  },
): Promise<readonly ApprovalTable[]> {
  let query = store.selectFrom("approvals").selectAll()
    .where("account", "=", account.toLowerCase()).where("chain_id", "=", chainId);
  if (spenders !== undefined) {
    query = query.where("spender", "in", spenders.map((each) => each.toLowerCase()));
  }
  return await query.orderBy("own", "desc").orderBy("block_number", "desc").limit(most).execute();
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
