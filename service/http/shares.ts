/** Shares the process among keys: those that ask for much leave the others their room. @module */
import { AcctError } from "../../core/protocol/errors.ts";
import { monotonic } from "../monotonic.ts";
import { type Counts, createClientCounts } from "./counts.ts";

/** Shares of the keys in the work of a process. */
export interface Shares {
  /** Notes a request of a key, for which the others leave room from now on. */
  note(key: string): void;
  /**
   * Runs a key's work once it is its turn; those of the key's clients take turns.
   *
   * @param gone takes work that waits away when it aborts
   * @throws {AcctError} `limit_exceeded` if too much of the key's work waits already
   */
  run<T>(key: string, client: string, work: () => Promise<T>, gone?: AbortSignal): Promise<T>;
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
/** Milliseconds after which one more may begin of a key whose work does not end. */
const STUCK_MS = 1_000;
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
  let looking = false;
  let looked = -Infinity;
  /** Looks on time, less those that were late. */
  let calm = 0;

  // One whose work waits is there, however long ago it asked.
  const isAlone = (key: string, share: Share) => asksAlone(key) && waiting === share.waiting;
  const mayBegin = (key: string, share: Share, late: boolean) => {
    const { running, begun, ended } = share;
    // Work that hangs must not keep a key from its other chains.
    if (running > 0 && now() - begun >= STUCK_MS) return true;
    if (isAlone(key, share)) return !late || running === 0;
    // Another key's cheap request a second takes little from a process that has time.
    if (calm >= CALM.from && !late) return running === 0 || now() - begun >= CALM_PACE_MS;
    return running === 0 && now() - ended >= REST_MS;
  };
  const begin = (share: Share, work = takeNext(share)) => {
    waiting--;
    share.running++;
    share.begun = now();
    work();
  };
  /** Begins work of the key whose turn it is. */
  const beginNext = (late: boolean) => {
    for (const [key, share] of shares) {
      if (share.waiting === 0 || !mayBegin(key, share, late)) continue;
      begin(share);
      // Its next turn comes after those of all others.
      shares.delete(key);
      shares.set(key, share);
      return;
    }
  };
  const look = () => {
    if (looking || waiting === 0) return;
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
      beginNext(late);
      look();
    }, LOOK_MS);
  };
  const wait = (key: string, share: Share, client: string, gone: AbortSignal | undefined) => {
    const onLeave = () => {
      waiting--;
      if (share.running === 0 && share.waiting === 0) shares.delete(key);
    };
    const onStop = (work: () => void) => begin(share, work);
    const turn = turnOf(share, client, { most, stop, gone, onLeave, onStop });
    waiting++;
    look();
    return turn;
  };
  const end = (key: string, share: Share) => {
    share.running--;
    share.ended = now();
    if (share.running === 0 && share.waiting === 0) shares.delete(key);
    // Beside others the next one waits for a look: they come first.
    else if (share.waiting > 0 && isAlone(key, share) && share.running < AT_ONCE.alone) {
      begin(share);
    }
  };

  return {
    note,
    async run(key, client, work, gone) {
      const share = shares.get(key) ?? idle({ all: most, client: waitingPerClient });
      shares.set(key, share);
      if (
        stop?.aborted !== true &&
        (share.waiting > 0 ||
          share.running >= (isAlone(key, share) ? AT_ONCE.alone : AT_ONCE.beside))
      ) {
        await wait(key, share, client, gone);
      } else {
        share.running++;
        share.begun = now();
      }
      try {
        return await work();
      } finally {
        end(key, share);
      }
    },
  };
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

/** Resolves with the turn of a client's work, unless it is refused, or taken away before. */
function turnOf(
  share: Share,
  client: string,
  { most, stop, gone, onLeave, onStop }: {
    readonly most: number;
    readonly stop: AbortSignal | undefined;
    readonly gone: AbortSignal | undefined;
    readonly onLeave: () => void;
    readonly onStop: (work: () => void) => void;
  },
): Promise<void> {
  if (gone?.aborted) throw refusal("The client has gone.");
  if (share.waiting >= most) throw refusal("Too many requests of this key wait.");
  if (share.counts.isFull(client)) throw refusal("Too many requests of this client wait.");
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const listening = new AbortController();
  const { signal } = listening;
  const work = () => {
    listening.abort();
    resolve();
  };
  const leave = (detail: string) => {
    listening.abort();
    takeAway(share, client, work);
    onLeave();
    reject(refusal(detail));
  };
  stop?.addEventListener("abort", () => {
    takeAway(share, client, work);
    onStop(work);
  }, { signal });
  gone?.addEventListener("abort", () => leave("The client has gone."), { signal });
  add(share, client, work);
  return promise;
}

function refusal(detail: string): AcctError {
  return new AcctError("limit_exceeded", { retryAfter: 1, detail });
}

function add(share: Share, client: string, work: () => void): void {
  const works = share.clients.get(client);
  if (works === undefined) share.clients.set(client, [work]);
  else works.push(work);
  share.waiting++;
  share.counts.add(client, 1);
}

/** Takes the next work of the client whose turn it is. */
function takeNext(share: Share): () => void {
  const [client, works] = share.clients.entries().next().value!;
  const work = works[0]!;
  share.clients.delete(client);
  share.clients.set(client, works);
  takeAway(share, client, work);
  return work;
}

function takeAway(share: Share, client: string, work: () => void): void {
  const works = share.clients.get(client)!;
  works.splice(works.indexOf(work), 1);
  if (works.length === 0) share.clients.delete(client);
  share.waiting--;
  share.counts.add(client, -1);
}

function idle(limits: { readonly all: number; readonly client: number }): Share {
  const counts = createClientCounts(limits);
  return { counts, running: 0, waiting: 0, begun: -Infinity, ended: -Infinity, clients: new Map() };
}
