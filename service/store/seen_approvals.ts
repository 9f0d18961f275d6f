/** Stores which approvals the chain's events tell of, and how far they were read. @module */
import type { Address } from "viem";
import type { SeenApprovalTable } from "./approval_tables.ts";
import type { Store } from "./store.ts";

/** Rows per statement: databases limit its parameters. */
const PORTION = 500;

/** An approval that an event tells of. */
export interface Seen {
  readonly kind: SeenApprovalTable["kind"];
  readonly token: Address;
  readonly spender: Address;
  /** Block of the event. */
  readonly block: number;
}

/** A stored approval. */
export interface SeenRow extends Pick<SeenApprovalTable, "kind" | "token" | "spender"> {
  /** True if an operation of the account gave it, or Permit2 keeps it for the account. */
  readonly own: boolean;
}

/** Adds what was read, and how far: `block` is the last one; `leftOut` if not all of it was read. */
export async function addSeen(
  store: Store,
  { account, chainId, block, leftOut = false }: {
    readonly account: Address;
    readonly chainId: number;
    readonly block: number;
    readonly leftOut?: boolean;
  },
  seen: readonly Seen[],
): Promise<void> {
  const place = { account: account.toLowerCase(), chain_id: chainId };
  await store.transaction().execute(async (tx) => {
    await putSeen(tx, account, chainId, seen);
    await tx.insertInto("approval_progress")
      .values({
        ...place,
        block_number: block,
        followed_from: null,
        left_out: leftOut ? block : null,
      })
      .onConflict((on) =>
        on.columns(["account", "chain_id"])
          .doUpdateSet({ block_number: block, ...(leftOut && { left_out: block }) })
      )
      .execute();
  });
}

/** Adds approvals of an account in a transaction. */
export async function putSeen(
  tx: Store,
  account: Address,
  chainId: number,
  seen: readonly Seen[],
): Promise<void> {
  const rows = seen.map(({ kind, token, spender, block }) => ({
    account: account.toLowerCase(),
    chain_id: chainId,
    kind,
    token: token.toLowerCase(),
    spender: spender.toLowerCase(),
    block_number: block,
  }));
  for (let at = 0; at < rows.length; at += PORTION) {
    await tx.insertInto("seen_approvals").values(rows.slice(at, at + PORTION))
      .onConflict((on) =>
        on.columns(["account", "chain_id", "spender", "token", "kind"]).doUpdateSet((from) => ({
          block_number: from.ref("excluded.block_number"),
        }))
      ).execute();
  }
}

/** How far an account's approvals on a chain are known. */
export interface SeenProgress {
  /** Last block that was read. */
  readonly done: number;
  /** First block that the follower keeps approvals of; `null` if it keeps none for the account. */
  readonly followedFrom: number | null;
  /** True if some up to then were not read, since there were too many events. */
  readonly leftOut: boolean;
}

/** Returns how far an account's approvals are known; `null` if none were looked for. */
export async function readProgress(
  store: Store,
  account: Address,
  chainId: number,
): Promise<SeenProgress | null> {
  const row = await store.selectFrom("approval_progress")
    .select(["block_number", "followed_from", "left_out"])
    .where("account", "=", account.toLowerCase()).where("chain_id", "=", chainId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    done: row.block_number,
    followedFrom: row.followed_from,
    leftOut: row.left_out !== null,
  };
}

/**
 * Lists approvals of an account on a chain, those that it gave itself first, then the newest. Any
 * contract can emit such events, so that strangers' never push the account's own out.
 */
export async function listSeen(
  store: Store,
  { account, chainId, spenders, most }: {
    readonly account: Address;
    readonly chainId: number;
    /** Only approvals of these. */
    readonly spenders: readonly Address[] | undefined;
    readonly most: number;
  },
): Promise<readonly SeenRow[]> {
  let query = store.selectFrom("seen_approvals as seen")
    .leftJoin("approvals as given", (join) =>
      join.onRef("given.account", "=", "seen.account")
        .onRef("given.chain_id", "=", "seen.chain_id")
        .onRef("given.kind", "=", "seen.kind")
        .onRef("given.token", "=", "seen.token")
        .onRef("given.spender", "=", "seen.spender"))
    .select(["seen.kind", "seen.token", "seen.spender", "given.token as given"])
    .where("seen.account", "=", account.toLowerCase())
    .where("seen.chain_id", "=", chainId);
  if (spenders !== undefined) {
    query = query.where("seen.spender", "in", spenders.map((each) => each.toLowerCase()));
  }
  const rows = await query
    .orderBy(({ eb, or }) =>
      eb.case().when(or([eb("given.token", "is not", null), eb("seen.kind", "=", "permit2")]))
        .then(0).else(1).end()
    )
    .orderBy("seen.block_number", "desc").limit(most).execute();
  return rows.map(({ kind, token, spender, given }) => ({
    kind,
    token,
    spender,
    own: given !== null || kind === "permit2",
  }));
}
