/** Lets lists wait for the index of permissions, and refuses those that would miss some. @module */
import { AcctError } from "../../core/protocol/errors.ts";
import type { Chain } from "../chain/chain.ts";
import type { Context } from "../main/context.ts";
import { monotonic } from "../lib/monotonic.ts";
import { readHeadBlock } from "./evidence.ts";
import { permissionsReadTo } from "../store/permissions.ts";

/** Blocks by which the index may be behind for a list, if its follower is slow. */
export const MAX_BEHIND = 300;
/** How long a list waits for the follower, and its pauses at first and at most, in milliseconds. */
const WAIT_MS = { most: 2_000, first: 10, pause: 320 } as const;
/** Milliseconds between two calls of the follower, however many lists wait. */
const WAKE_MS = 250;
/** Milliseconds after which what this process knows of a chain's head is too old for a list. */
const HEAD_MS = 10_000;

/**
 * Waits until the index has the newest block that this process knows of. It asks no node, unless the
 * process has seen no block for long, and then once for all who wait: the nodes' load does not depend
 * on those who read.
 *
 * @throws {AcctError} `chain_down` if the index is far behind
 */
export async function awaitIndex(
  { store, transfers }: Pick<Context, "store" | "transfers">,
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
    wake(transfers, chain);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** A question for the head, and when it was asked. */
interface Asked {
  readonly at: number;
  readonly answer: Promise<unknown>;
}

const asked = new WeakMap<Chain["heads"], Asked>();

/**
 * Asks for the head where nothing else has told of it for long, as in a process that serves lists
 * alone. A node that is down tells nothing: what is known stands.
 */
async function lookAtHead(chain: Chain): Promise<void> {
  const { heads } = chain;
  if (heads.age() <= HEAD_MS) return;
  let last = asked.get(heads);
  if (last === undefined || monotonic() - last.at > HEAD_MS) {
    last = { at: monotonic(), answer: readHeadBlock(chain).catch(() => {}) };
    asked.set(heads, last);
  }
  // One dead chain of many delays no list of the others.
  if (chain.node.health().some((isWell) => isWell)) await last.answer;
}

const woken = new WeakMap<Chain["heads"], number>();

function wake(transfers: Context["transfers"], { id, heads }: Chain): void {
  const now = monotonic();
  if (now - (woken.get(heads) ?? -Infinity) < WAKE_MS) return;
  woken.set(heads, now);
  transfers.wake(id);
}
