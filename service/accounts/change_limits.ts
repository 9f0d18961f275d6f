/** Limits of the owner changes and recoveries that are stored. @module */
import type { Hex } from "viem";
import { AcctError } from "../../core/ground/errors.ts";
import type { AccountJson } from "../../core/wire/values.ts";
import { networkBlock } from "../lib/client_address.ts";
import { type Book, LimitReached, take, type Use } from "../store/rows/counters.ts";
import type { Store } from "../store/store.ts";

/**
 * Changes per day. A single network block or account cannot exhaust the limit of a key, because
 * every visitor of an app has that key.
 */
const MAX_PER_DAY = { key: 10_000, block: 200, account: 20 } as const;

/**
 * Recoveries per day: of a recovery owner, as many as an account lets wait, and of a network block.
 * Each recovery owner counts separately, so that one leaked key does not block the others.
 */
const MAX_RECOVERIES_PER_DAY = { owner: 4, block: 200 } as const;

/** The sender of a change or recovery, for the rate limits. */
export interface ChangeSender {
  readonly keyId: string;
  /** Network of the user; null for servers. */
  readonly network: string | null;
}

/**
 * Counts a change towards the daily limits.
 *
 * @throws {AcctError} `limit_exceeded`
 */
export async function takeFromLimits(
  tx: Store,
  { keyId, network }: ChangeSender,
  account: AccountJson,
  day: number,
): Promise<void> {
  const subject = account.address.toLowerCase();
  const uses: Use[] = [
    { kind: "owner_changes", subject: "", by: 1, limit: MAX_PER_DAY.key },
    { kind: "account_owner_changes", subject, by: 1, limit: MAX_PER_DAY.account },
  ];
  if (network !== null) {
    const block = networkBlock(network);
    uses.push({ kind: "block_owner_changes", subject: block, by: 1, limit: MAX_PER_DAY.block });
  }
  await takeAll(tx, { owner: keyId, day }, uses, "Too many owner changes.");
}

/**
 * Counts a recovery towards the daily limits.
 *
 * @param signer word of the recovery owner who signed it
 * @throws {AcctError} `limit_exceeded`
 */
export async function takeRecovery(
  tx: Store,
  { keyId, network }: ChangeSender,
  { account, signer }: { readonly account: AccountJson; readonly signer: Hex },
  day: number,
): Promise<void> {
  const { owner, block } = MAX_RECOVERIES_PER_DAY;
  const book = { owner: `recoveries of ${account.address.toLowerCase()}`, day };
  const detail = "Too many recoveries.";
  await takeAll(tx, book, [{ kind: "recoveries", subject: signer, by: 1, limit: owner }], detail);
  if (network === null) return;
  const subject = networkBlock(network);
  const use = { kind: "block_recoveries", subject, by: 1, limit: block } as const;
  await takeAll(tx, { owner: keyId, day }, [use], detail);
}

async function takeAll(
  tx: Store,
  book: Book,
  uses: readonly Use[],
  detail: string,
): Promise<void> {
  try {
    await take(tx, book, uses);
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    throw new AcctError("limit_exceeded", { retryAfter: 3_600, detail });
  }
}
