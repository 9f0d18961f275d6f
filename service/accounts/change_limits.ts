/** Limits of the owner changes that are stored. @module */
import { AcctError } from "../../core/protocol/errors.ts";
import type { AccountJson } from "../../core/protocol/service/mod.ts";
import { networkBlock } from "../lib/client_address.ts";
import { LimitReached, take, type Use } from "../store/counters.ts";
import type { Store } from "../store/store.ts";

/**
 * Changes per day. One block of networks or one account cannot use up those of a key, which every
 * visitor of an app has.
 */
const MAX_PER_DAY = { key: 10_000, block: 200, account: 20 } as const;

/** The sender of a change, whose limits count. */
export interface ChangeSender {
  readonly keyId: string;
  /** Network of the user; null for servers. */
  readonly network: string | null;
}

/**
 * Takes a change from the limits of a day.
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
