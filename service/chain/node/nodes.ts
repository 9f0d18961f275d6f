/**
 * Joins several nodes of a chain. Requests go to the first healthy node, fail over to another one,
 * and are hedged with a second node if a read is slow.
 *
 * @module
 */
import { AcctError } from "../../../core/ground/errors.ts";
import { monotonic } from "../../lib/monotonic.ts";
import { createNode, type Node, NodeError, type NodeOptions } from "./node.ts";

/** Nodes of a chain, as one. */
export interface Nodes extends Node {
  /**
   * Returns whether each node was healthy at its last request, in the order of the configuration.
   */
  health(): readonly boolean[];
}

/** Options of {@linkcode createNodes}. */
export interface NodesOptions extends NodeOptions {
  /** Returns milliseconds that never go back. */
  readonly now?: () => number;
}

/** Time after which a second node gets the request too. */
const HEDGE_MS = 500;
/** Pauses of a node that limits requests or is down; they double. */
const PAUSE_MS = { first: 250, most: 10_000 } as const;

/** Methods that may be sent twice: they only read. */
const reads =
  /^(eth_(get|call|chainId|block|fee|gas|max|estimate|simulate)|debug_trace|trace_|net_|web3_)/;

/** Generic error codes (EIP-1474: invalid input, internal error). */
const GENERAL: ReadonlySet<number> = new Set([-32000, -32603]);

/** Parameters of a request. */
type Question = Parameters<Node["request"]>;

interface Member {
  readonly node: Node;
  failures: number;
  /** Milliseconds of `now` until which other nodes are used first. */
  restsUntil: number;
  /** True if the node limited requests: until then it gets none. */
  limited: boolean;
}

/** Creates the nodes of the URLs, the preferred one first. */
export function createNodes(
  urls: readonly string[],
  { now = monotonic, ...options }: NodesOptions = {},
): Nodes {
  const members: Member[] = urls.map((url) => ({
    node: createNode(url, options),
    failures: 0,
    restsUntil: 0,
    limited: false,
  }));

  function candidates(): Member[] {
    const rests = (member: Member) => member.restsUntil > now();
    const open = members.filter((member) => !(member.limited && rests(member)));
    return open.toSorted((a, b) => Number(rests(a)) - Number(rests(b)));
  }

  async function ask<T>(member: Member, [method, params, room]: Question): Promise<T> {
    try {
      const result = await member.node.request<T>(method, params, room);
      recovered(member);
      return result;
    } catch (error) {
      if (isDown(error)) failed(member, error);
      else recovered(member);
      throw error;
    }
  }

  function recovered(member: Member): void {
    member.failures = 0;
    member.restsUntil = 0;
  }

  function failed(member: Member, { data }: AcctError): void {
    // Requests that were sent together fail together.
    if (member.restsUntil > now()) return;
    const wanted = (data.retryAfter ?? 0) * 1_000;
    const pause = Math.min(PAUSE_MS.most, PAUSE_MS.first * 2 ** member.failures++);
    member.limited = data.retryAfter !== undefined;
    member.restsUntil = now() + Math.max(pause, Math.min(wanted, PAUSE_MS.most));
  }

  function limitedError(): AcctError {
    const ends = Math.min(...members.map(({ restsUntil }) => restsUntil));
    return new AcctError("chain_down", {
      detail: `The ${options.name ?? "node"} limits requests.`,
      retryAfter: Math.max(1, Math.ceil((ends - now()) / 1_000)),
    });
  }

  return {
    health: () => members.map(({ failures }) => failures === 0),
    async request<T>(...question: Question): Promise<T> {
      const [first, ...others] = candidates();
      if (first === undefined) throw limitedError();
      if (others.length === 0) return await ask<T>(first, question);
      if (!reads.test(question[0])) {
        return await inTurn([first, ...others], (member) => ask<T>(member, question));
      }
      return await hedged([first, ...others], (member) => ask<T>(member, question));
    },
  };
}

/**
 * Returns whether another node may have more data. A node that lacks the requested state or block
 * answers with a generic error. The error may also come from the contract, and then another node
 * repeats it.
 */
function mayLackState(error: unknown): boolean {
  return error instanceof NodeError && GENERAL.has(error.code) &&
    (error.data ?? null) === null;
}

function isDown(error: unknown): error is AcctError {
  return error instanceof AcctError && error.data.cause === "chain_down";
}

/** Asks the nodes in order until one of them answers. */
async function inTurn<T>(
  members: readonly Member[],
  ask: (member: Member) => Promise<T>,
): Promise<T> {
  let last: unknown;
  for (const member of members) {
    try {
      return await ask(member);
    } catch (error) {
      if (!isDown(error)) throw error;
      last = error;
    }
  }
  throw last;
}

/**
 * Asks the next node if one fails, may lack the state or is slow. The first answer counts; without
 * an answer, the first refusal.
 */
function hedged<T>(members: readonly Member[], ask: (member: Member) => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let next = 0;
    let pending = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let settled = false;
    let refusal: unknown;
    const settle = (end: () => void) => {
      settled = true;
      clearTimeout(timer);
      end();
    };
    const start = () => {
      clearTimeout(timer);
      const member = members[next++];
      if (member === undefined || settled) return;
      pending++;
      if (next < members.length) timer = setTimeout(start, HEDGE_MS);
      ask(member).then((result) => settle(() => resolve(result)), (error) => {
        pending--;
        if (settled) return;
        if (mayLackState(error)) refusal ??= error;
        else if (!isDown(error)) return settle(() => reject(error));
        if (next < members.length) start();
        else if (pending === 0) settle(() => reject(refusal ?? error));
      });
    };
    start();
  });
}
