/** Shares the process among keys: those that ask for much leave the others their room. @module */
import { AcctError } from "../../core/protocol/errors.ts";
import { monotonic } from "../monotonic.ts";
import { type Counts, createClientCounts } from "./counts.ts";

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

/** A key's work. */
interface Share {
  /** Numbers of waiting work by client and by block of networks. */
  readonly counts: Counts;
  running: number;
  waiting: number;
  /** When the last one began, and when one ended. */
  begun: number;
  ended: number;
  /** Its work by chain; the first one is the next. */
  readonly lanes: Map<number | undefined, Lane>;
}

/** A key's work for one chain, which may hang while the others answer. */
interface Lane {
  readonly chain: number | undefined;
  running: number;
  waiting: number;
  /** When the last one began. */
  begun: number;
  /** Begins what waits, by client; the first client is the next. */
  readonly clients: Map<string, (() => void)[]>;
}

/** Work of a key that runs at a time while no other key asks, and beside others. */
const AT_ONCE = { alone: 8, beside: 1 };
/** Beside others, milliseconds from the end of a key's work to its next. */
const REST_MS = 25;
/** Looks on time from which the process has room for more beside others; a late one takes back some. */
const CALM = { from: 100, most: 120, late: 25 };
/** Milliseconds after which one more may begin then. */
const CALM_PACE_MS = 10;
/**
 * Milliseconds after which one more may begin for a chain whose work does not end: on a thread that has
 * time it waits for the chain, and takes none.
 */
const STUCK_MS = { inTime: 100, late: 1_000 };
/** How long a key counts as present after a request of which nothing waits, in milliseconds. */
const PRESENT_MS = 250;
/** Milliseconds between two looks at what waits. */
const LOOK_MS = 5;
/** Delay of a look, in milliseconds, from which the process has no time left; timers of idle ones have 1.5. */
const LATE_MS = 2;

/**
 * Creates the shares. All work runs on one thread: what runs at a time decides how long others wait.
 * How much may depends on the latency of nodes, which is not known; a timer that is late tells that
 * the thread is busy, and then a key that has work running begins no more until that ends, or hangs.
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
  const mayBegin = (key: string, share: Share, lane: Lane, late: boolean) => {
    const stuck = late ? STUCK_MS.late : STUCK_MS.inTime;
    if (lane.running > 0 && now() - lane.begun >= stuck) return true;
    if (isAlone(key, share)) return !late || lane.running === 0;
    // Another key's cheap request a second takes little from a process that has time.
    if (isCalm() && !late) return lane.running === 0 || now() - share.begun >= CALM_PACE_MS;
    return lane.running === 0 && hasRested(share, now());
  };
  const begin = (share: Share, lane: Lane, work = takeNext(share, lane)) => {
    waiting--;
    start(share, lane, now());
    work();
  };
  /** Begins work of the key and the chain whose turn it is. */
  const beginNext = (late: boolean) => {
    for (const [key, share] of shares) {
      const lane = nextLane(share, (lane) => mayBegin(key, share, lane, late));
      if (lane === undefined) continue;
      begin(share, lane);
      // Its next turn comes after those of all others.
      shares.delete(key);
      shares.set(key, share);
      return;
    }
  };
  const { look, isCalm } = createLooks({ now, after, waits: () => waiting > 0, begin: beginNext });
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
    if (gone?.aborted) throw refusal("The client has gone.");
    refuseFull(share, most, client);
    const turn = turnOf({ share, lane, client }, { stop, gone, onLeave, onStop });
    waiting++;
    look();
    return turn;
  };
  const end = (key: string, share: Share, lane: Lane) => {
    share.running--;
    lane.running--;
    share.ended = now();
    drop(key, share, lane);
    // Beside others the next one waits for a look: they come first.
    if (share.waiting === 0 || !isAlone(key, share) || share.running >= AT_ONCE.alone) return;
    begin(share, nextLane(share, () => true)!);
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
      const { key, chain } = asker;
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

function start(share: Share, lane: Lane, time: number): void {
  share.running++;
  lane.running++;
  share.begun = lane.begun = time;
}

/** Returns whether a key has left the others their time. */
function hasRested({ running, begun, ended }: Share, time: number): boolean {
  return time - ended >= REST_MS && (running === 0 || time - begun >= REST_MS);
}

/** Begins what waits, one at each look, and tells whether the thread has time. */
function createLooks(
  { now, after, waits, begin }: {
    readonly now: () => number;
    readonly after: (callback: () => void, milliseconds: number) => unknown;
    readonly waits: () => boolean;
    readonly begin: (late: boolean) => void;
  },
): { look(): void; isCalm(): boolean } {
  let looking = false;
  let looked = -Infinity;
  /** Looks on time, less those that were late. */
  let calm = 0;
  const look = () => {
    if (looking || !waits()) return;
    looking = true;
    const begun = now();
    // Without looks it may have been busy.
    if (begun - looked >= PRESENT_MS) calm = 0;
    const due = begun + LOOK_MS;
    after(() => {
      looking = false;
      looked = now();
      const late = looked - due >= LATE_MS;
      calm = late ? Math.max(0, calm - CALM.late) : Math.min(CALM.most, calm + 1);
      begin(late);
      look();
    }, LOOK_MS);
  };
  return { look, isCalm: () => calm >= CALM.from };
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

/** Where a client's work waits. */
interface Place {
  readonly share: Share;
  readonly lane: Lane;
  readonly client: string;
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

function add({ share, lane, client }: Place, work: () => void): void {
  const works = lane.clients.get(client);
  if (works === undefined) lane.clients.set(client, [work]);
  else works.push(work);
  share.waiting++;
  lane.waiting++;
  share.counts.add(client, 1);
}

/** Returns the next chain for which something waits and may begin; its next turn is after the others. */
function nextLane({ lanes }: Share, mayBegin: (lane: Lane) => boolean): Lane | undefined {
  for (const [chain, lane] of lanes) {
    if (lane.waiting === 0 || !mayBegin(lane)) continue;
    lanes.delete(chain);
    lanes.set(chain, lane);
    return lane;
  }
  return undefined;
}

/** Takes the next work of the client whose turn it is. */
function takeNext(share: Share, lane: Lane): () => void {
  const [client, works] = lane.clients.entries().next().value!;
  const work = works[0]!;
  lane.clients.delete(client);
  lane.clients.set(client, works);
  takeAway({ share, lane, client }, work);
  return work;
}

function takeAway({ share, lane, client }: Place, work: () => void): void {
  const works = lane.clients.get(client)!;
  works.splice(works.indexOf(work), 1);
  if (works.length === 0) lane.clients.delete(client);
  share.waiting--;
  lane.waiting--;
  share.counts.add(client, -1);
}

function idleShare(limits: { readonly all: number; readonly client: number }): Share {
  const counts = createClientCounts(limits);
  return { counts, running: 0, waiting: 0, begun: -Infinity, ended: -Infinity, lanes: new Map() };
}

const idleLane = (chain: number | undefined): Lane => ({
  chain,
  running: 0,
  waiting: 0,
  begun: -Infinity,
  clients: new Map(),
});
