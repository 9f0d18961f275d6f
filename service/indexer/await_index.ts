/** Lets lists wait for the index of permissions, and rejects incomplete lists. @module */
import { AcctError } from "../../core/ground/errors.ts";
import type { Chain } from "../chain/chain.ts";
import type { IndexerContext } from "./reading/context.ts";
import type { BlockFollower } from "./follow.ts";
import { monotonic } from "../lib/monotonic.ts";
import { readHeadBlock } from "./reading/evidence.ts";
import { permissionsReadTo } from "../store/rows/permissions.ts";

/** Number of blocks that the index may lag for a list, if its follower is slow. */
export const MAX_BEHIND = 300;
/** How long a list waits for the follower, and its pauses at first and at most, in milliseconds. */
const WAIT_MS = { most: 2_000, first: 10, pause: 320 } as const;
/** Milliseconds after which the head known to this process is too old for a list. */
const HEAD_MS = 10_000;

/**
 * Waits until the index has the newest block known to this process. It sends no request to a node
 * unless this process has seen no block for long. In that case one request serves all waiting
 * callers, so the load on nodes does not depend on the number of readers.
 *
 * @throws {AcctError} `chain_down` if the index is far behind
 */
export async function awaitIndex(
  { store, follower }: Pick<IndexerContext, "store"> & { follower: Pick<BlockFollower, "wake"> },
  chain: Chain,
): Promise<void> {
  const until = monotonic() + WAIT_MS.most;
  await lookAtHead(chain);
  const wanted = chain.heads.top();
  for (let pause: number = WAIT_MS.first;; pause = Math.min(2 * pause, WAIT_MS.pause)) {
    const read = await permissionsReadTo(store, chain.id);
    if (read !== null && read >= wanted) return;
    if (monotonic() >= until) {
      if (read !== null && wanted - read <= MAX_BEHIND) return;
      const detail = `The permissions of chain ${chain.id} are still being read, up to block ` +
        `${read ?? "none"} of ${wanted}.`;
      throw new AcctError("chain_down", { detail });
    }
    if (pause === WAIT_MS.first) follower.wake(chain.id);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** A request for the head, and its time. */
interface Asked {
  readonly at: number;
  readonly answer: Promise<unknown>;
}

const asked = new WeakMap<Chain["heads"], Asked>();

/**
 * Requests the head if this process has not received one for long, for example because it only
 * serves lists. If the node is unreachable, the known head is kept.
 */
async function lookAtHead(chain: Chain): Promise<void> {
  const { heads } = chain;
  if (heads.age() <= HEAD_MS) return;
  let last = asked.get(heads);
  if (last === undefined || monotonic() - last.at > HEAD_MS) {
    last = { at: monotonic(), answer: readHeadBlock(chain).catch(() => {}) };
    asked.set(heads, last);
  }
  // An unreachable chain does not delay the lists of other chains.
  if (chain.node.health().some((isWell) => isWell)) await last.answer;
}
