/** Work of a key that waits: chains, networks and clients take turns. @module */
import { networkBlock } from "../lib/client_address.ts";
import { type Counts, createClientCounts } from "../lib/counts.ts";

/** How long none of a chain's work ends until it seems to hang, in milliseconds. */
const HUNG_MS = 500;
/** Chains that seem to hang take one of as many turns. */
const HUNG_TURN = 4;

/** Begins work. */
export type Work = () => void;

/** A key's work. */
export interface Share {
  /** Numbers of waiting work by client and by block of networks. */
  readonly counts: Counts;
  running: number;
  waiting: number;
  /** When the last one began, and when one ended. */
  begun: number;
  ended: number;
  /** How many began since the last one of a chain that seems to hang. */
  answered: number;
  /** Its work by chain; the first one is the next. */
  readonly lanes: Map<number | undefined, Lane>;
}

/** A key's work for one chain, which may hang while the others answer. */
export interface Lane {
  readonly chain: number | undefined;
  running: number;
  waiting: number;
  /** When the last one began. */
  begun: number;
  /** When it began to have work running, or some of it ended. */
  moved: number;
  /** Work that waits by block of networks, and by client in it; the first of both is the next. */
  readonly blocks: Map<string, Map<string, Work[]>>;
}

/** Where a client's work waits. */
export interface Place {
  readonly share: Share;
  readonly lane: Lane;
  readonly client: string;
}

/** Creates a key's work, of which there is none yet. */
export function idleShare(limits: { readonly all: number; readonly client: number }): Share {
  return {
    counts: createClientCounts(limits),
    running: 0,
    waiting: 0,
    begun: -Infinity,
    ended: -Infinity,
    answered: 0,
    lanes: new Map(),
  };
}

/** Creates a key's work for a chain, of which there is none yet. */
export function idleLane(chain: number | undefined): Lane {
  return { chain, running: 0, waiting: 0, begun: -Infinity, moved: -Infinity, blocks: new Map() };
}

/** Adds work that waits, behind that of the same client. */
export function add({ share, lane, client }: Place, work: Work): void {
  const block = networkBlock(client);
  const clients = lane.blocks.get(block) ?? new Map<string, Work[]>();
  lane.blocks.set(block, clients);
  const works = clients.get(client) ?? [];
  clients.set(client, works);
  works.push(work);
  count({ share, lane, client }, 1);
}

/** Takes work away. */
export function takeAway(place: Place, work: Work): void {
  const { lane, client } = place;
  const block = networkBlock(client);
  const clients = lane.blocks.get(block)!;
  const works = clients.get(client)!;
  works.splice(works.indexOf(work), 1);
  if (works.length === 0) clients.delete(client);
  if (clients.size === 0) lane.blocks.delete(block);
  count(place, -1);
}

/** Takes the next work of the networks and the client whose turn it is. */
export function takeNext(share: Share, lane: Lane): Work {
  const [, clients] = turn(lane.blocks);
  const [client, works] = turn(clients);
  const work = works[0]!;
  takeAway({ share, lane, client }, work);
  return work;
}

/** Returns the first entry of a map that has some, which is the last one from then on. */
export function turn<K, V>(map: Map<K, V>): [K, V] {
  const [key, value] = map.entries().next().value!;
  map.delete(key);
  map.set(key, value);
  return [key, value];
}

/** Notes that work of a lane begins. */
export function start(share: Share, lane: Lane, time: number): void {
  share.answered = seemsHung(lane, time) ? 0 : share.answered + 1;
  if (lane.running === 0) lane.moved = time;
  share.running++;
  lane.running++;
  share.begun = lane.begun = time;
}

/** Notes that work of a lane has ended. */
export function end(share: Share, lane: Lane, time: number): void {
  share.running--;
  lane.running--;
  share.ended = lane.moved = time;
}

/**
 * Returns the next chain for which something waits and may begin. Those that seem to hang take each
 * fourth turn, or what the others leave.
 */
export function nextLane(
  { lanes, answered }: Share,
  time: number,
  mayBegin: (lane: Lane) => boolean,
): Lane | undefined {
  let [well, hung]: (Lane | undefined)[] = [];
  for (const lane of lanes.values()) {
    if (lane.waiting === 0 || !mayBegin(lane)) continue;
    if (seemsHung(lane, time)) hung ??= lane;
    else well ??= lane;
  }
  const next = answered < HUNG_TURN - 1 ? well ?? hung : hung ?? well;
  if (next !== undefined) {
    lanes.delete(next.chain);
    lanes.set(next.chain, next);
  }
  return next;
}

function seemsHung({ running, moved }: Lane, time: number): boolean {
  return running > 0 && time - moved >= HUNG_MS;
}

function count({ share, lane, client }: Place, by: 1 | -1): void {
  share.waiting += by;
  lane.waiting += by;
  share.counts.add(client, by);
}
