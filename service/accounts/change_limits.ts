/** Limits of the owner changes that are stored. @module */
import { AcctError } from "../../core/ground/errors.ts";
import type { AccountJson } from "../../core/wire/values.ts";
import { networkBlock } from "../lib/client_address.ts";
import { LimitReached, take, type Use } from "../store/rows/counters.ts";
import type { Store } from "../store/store.ts";

/**
 * Changes per day. A single network block or account cannot exhaust the limit of a key, because
 * every visitor of an app has that key.
 */
const MAX_PER_DAY = { key: 10_000, block: 200, account: 20 } as const;

/** The sender of a change, for the rate limits. */
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
  try {
    await take(tx, { owner: keyId, day }, uses);
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    throw new AcctError("limit_exceeded", { retryAfter: 3_600, detail: "Too many owner changes." });
  }
}
