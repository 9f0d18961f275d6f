/** Shares the process among keys: those that ask for much leave the others their room. @module */
import { AcctError } from "../../core/protocol/errors.ts";
import { monotonic } from "../lib/monotonic.ts";
import { createLooks } from "./looks.ts";
import {
  add,
  end as ended,
  idleLane,
  idleShare,
  type Lane,
  nextLane,
  type Place,
  type Share,
  start,
  takeAway,
  takeNext,
} from "./waiting.ts";

/** Shares of the keys in the work of a process. */
export interface Shares {
  /** Notes a request of a key, for which the others leave room from now on. */
  note(key: string): void;
  /**
   * Runs a key's work once it is its turn: its chains take turns, and so do the clients of each.
   *
   * @throws {AcctError} `limit_exceeded` if too much of the key's work waits already
   */
  run<T>(asker: Asker, work: () => Promise<T>): Promise<T>;
}

/** Caller that asks for work. */
export interface Asker {
  readonly key: string;
  readonly client: string;
  /** Chain that the work waits for, which may hang; nothing if it is for several or none. */
  readonly chain?: number | undefined;
  /** Takes work that waits away when it aborts. */
  readonly gone?: AbortSignal | undefined;
}

/** Options of {@linkcode createShares}. */
export interface SharesOptions {
  /** Most work of a key that waits. */
  readonly waiting: number;
  /** The same of a key's client: a batch is one request, and up to a hundred that wait. */
  readonly waitingPerClient?: number;
  /** Begins all that waits when it aborts: what was accepted is answered. */
  readonly stop?: AbortSignal;
  /** Returns milliseconds that never go back. */
  readonly now?: () => number;
  /** Calls back after milliseconds. */
  readonly after?: (callback: () => void, milliseconds: number) => unknown;
}

/** Work of a key that runs at a time while no other key asks, and beside others. */
const AT_ONCE = { alone: 8, beside: 1 };
/**
 * Beside others, milliseconds from the end of a key's work to its next; as many times more as it has
 * work running, so that many chains are not many turns.
 */
const REST_MS = 25;
/**
 * Beside others, milliseconds from the beginning of a key's work to its next while the first may run:
 * on a thread that has time it waits for a node, and takes none. From the least, on an idle thread, to
 * the most, on one that lacks half of its time: by then what has not ended may hang.
 */
const PACE_MS = { least: 5, most: 1_000 };
/** Load of the thread at which the pace is the slowest. */
const BUSY = 0.5;
/** How long a key counts as present after a request of which nothing waits, in milliseconds. */
const PRESENT_MS = 250;

/**
 * Creates the shares. All work runs on one thread: what runs at a time decides how long others wait.
 * How much may depends on the latency of nodes, which is not known; timers that are late tell how busy
 * the thread is, and the busier it is, the longer a key waits for the end of what it has running.
 */
export function createShares(
  { waiting: most, waitingPerClient = most, stop, now = monotonic, after = setTimeout }:
    SharesOptions,
): Shares {
  const shares = new Map<string, Share>();
  const { note, asksAlone } = createPresence(now);
  let waiting = 0;

  // One whose work waits is there, however long ago it asked.
  const isAlone = (key: string, share: Share) => asksAlone(key) && waiting === share.waiting;
  const begin = (share: Share, lane: Lane, work = takeNext(share, lane)) => {
    waiting--;
    start(share, lane, now());
    work();
  };
  /** Begins work of the key and the chain whose turn it is. */
  const look = (late: boolean) => {
    const time = now();
    const pace = paceAt(looks.load());
    for (const [key, share] of shares) {
      const alone = isAlone(key, share);
      const mayBegin = (lane: Lane) => {
        if (time - share.begun >= pace || alone && !late) return true;
        // The chain has nothing running, or it hangs.
        const free = lane.running === 0 || time - lane.begun >= PACE_MS.most;
        return free && (alone || hasRested(share, time));
      };
      const lane = nextLane(share, time, mayBegin);
      if (lane === undefined) continue;
      begin(share, lane);
      // Its next turn comes after those of all others.
      shares.delete(key);
      shares.set(key, share);
      return;
    }
  };
  const looks = createLooks({ now, after, waits: () => waiting > 0, look });
  const drop = (key: string, share: Share, lane: Lane) => {
    if (lane.running === 0 && lane.waiting === 0) share.lanes.delete(lane.chain);
    if (share.lanes.size === 0) shares.delete(key);
  };
  const wait = (share: Share, lane: Lane, { key, client, gone }: Asker) => {
    const onLeave = () => {
      waiting--;
      drop(key, share, lane);
    };
    const onStop = (work: () => void) => begin(share, lane, work);
    refuseFull(share, most, client);
    const turn = turnOf({ share, lane, client }, { stop, gone, onLeave, onStop });
    waiting++;
    looks.start();
    return turn;
  };
  const end = (key: string, share: Share, lane: Lane) => {
    ended(share, lane, now());
    drop(key, share, lane);
    // Beside others the next one waits for a look: they come first.
    if (share.waiting === 0 || !isAlone(key, share) || share.running >= AT_ONCE.alone) return;
    begin(share, nextLane(share, now(), () => true)!);
  };
  const mayStart = (key: string, share: Share, lane: Lane) => {
    if (stop?.aborted) return true;
    if (share.waiting > 0) return false;
    if (isAlone(key, share)) return share.running < AT_ONCE.alone;
    return share.running === 0 || lane.running === 0 && hasRested(share, now());
  };

  return {
    note,
    async run(asker, work) {
      const { key, chain, gone } = asker;
      if (gone?.aborted) throw refusal("The client has gone.");
      const share = shares.get(key) ?? idleShare({ all: most, client: waitingPerClient });
      const lane = share.lanes.get(chain) ?? idleLane(chain);
      // Not kept before it has something: what is refused leaves nothing.
      const keep = () => {
        shares.set(key, share);
        share.lanes.set(chain, lane);
      };
      if (mayStart(key, share, lane)) {
        keep();
        start(share, lane, now());
      } else {
        const turn = wait(share, lane, asker);
        keep();
        await turn;
      }
      try {
        return await work();
      } finally {
        end(key, share, lane);
      }
    },
  };
}

/** Returns whether a key has left the others their time. */
function hasRested({ running, begun, ended }: Share, time: number): boolean {
  return time - ended >= REST_MS && (running === 0 || time - begun >= REST_MS * running);
}

/** Returns after how long a key's next work may begin beside what it has running. */
function paceAt(load: number): number {
  const { least, most } = PACE_MS;
  return least * (most / least) ** Math.min(1, load / BUSY);
}

/** Notes which keys ask, and tells whether another one asked a moment ago. */
function createPresence(now: () => number) {
  let last = { key: "", at: -Infinity };
  let other = last;
  return {
    note(key: string) {
      if (last.key !== key) other = last;
      last = { key, at: now() };
    },
    asksAlone: (key: string) => now() - (last.key === key ? other : last).at >= PRESENT_MS,
  };
}

/** Refuses work for which there is no room. */
function refuseFull(share: Share, most: number, client: string): void {
  if (share.waiting >= most) throw refusal("Too many requests of this key wait.");
  if (share.counts.isFull(client)) throw refusal("Too many requests of this client wait.");
}

/** Resolves with the turn of a client's work, unless it is taken away before. */
function turnOf(
  place: Place,
  { stop, gone, onLeave, onStop }: {
    readonly stop: AbortSignal | undefined;
    readonly gone: AbortSignal | undefined;
    readonly onLeave: () => void;
    readonly onStop: (work: () => void) => void;
  },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const listening = new AbortController();
  const { signal } = listening;
  const work = () => {
    listening.abort();
    resolve();
  };
  const leave = (detail: string) => {
    listening.abort();
    takeAway(place, work);
    onLeave();
    reject(refusal(detail));
  };
  stop?.addEventListener("abort", () => {
    takeAway(place, work);
    onStop(work);
  }, { signal });
  gone?.addEventListener("abort", () => leave("The client has gone."), { signal });
  add(place, work);
  return promise;
}

function refusal(detail: string): AcctError {
  return new AcctError("limit_exceeded", { retryAfter: 1, detail });
}
