/**
 * Reads the effects of calls: the assets that they move, and the assets that they let others move
 * later. Lenient: bytes that a contract might accept are read like the well-formed data that they
 * resemble.
 *
 * @module
 */
import { type Address, type Hex, isAddressEqual, size } from "viem";
import { atOnce, type Pieces } from "../../lib/pieces.ts";
import { readCommandEffects } from "./commands.ts";
import { PERMIT2 } from "./calls/args.ts";
import type { Effect, Made, Maker } from "./calls/effect.ts";
import { knownFunction, readFunction } from "./functions/functions.ts";
import {
  type Command,
  commandsOf,
  delegatedTo,
  insideOf,
  POSITION_CALL,
  SUB_PLAN,
  withSelector,
} from "./calls/inside.ts";
import { refundOf } from "./calls/refund.ts";
import { wordsOf } from "./calls/words.ts";

export type { Allows, Effect, Gives, Made } from "./calls/effect.ts";
export { knownFunction } from "./functions/functions.ts";

/** Maximum nesting depth of calls that are read. */
const MAX_DEPTH = 8;

/** Maximum nested calls and commands that are read per request. */
const MAX_READ = 5_000;

/** Effects of a call. */
export interface Read {
  readonly effects: readonly Effect[];
  /** Calls and commands whose effect is unknown. */
  readonly unread: number;
  /** True if nested calls or commands were not read, because they are too many or too deep. */
  readonly beyond: boolean;
}

/** Progress of a reading. */
interface Walk {
  /** Remaining number of nested calls and commands that may be read. */
  left: number;
  /** Remaining number of their bytes. */
  bytes: number;
  readonly effects: Effect[];
  unread: number;
  beyond: boolean;
}

/**
 * Reads the effects of calls of the account, including all nested calls. Each call is always read,
 * and has its own share of the limit, which the others cannot exhaust.
 */
export function readEffects(calls: readonly Made[], account: Address): readonly Read[] {
  return atOnce(effectsInPieces(calls, account));
}

/**
 * Generator version of `readEffects`; `sender` is the contract that makes the calls, if it is not
 * the account.
 */
export function* effectsInPieces(
  calls: readonly Made[],
  account: Address,
  sender: Address = account,
): Pieces<readonly Read[]> {
  const maker: Maker = { sender, account };
  const share = Math.floor(MAX_READ / (2 * Math.max(1, calls.length)));
  let left = MAX_READ;
  const all: Read[] = [];
  for (const [index, call] of calls.entries()) {
    const kept = share * (calls.length - index - 1);
    const walk: Walk = {
      left: left - kept,
      // Each byte is read at most once per depth, unless lists reference the same bytes many times.
      bytes: MAX_DEPTH * size(call.data),
      effects: [],
      unread: 0,
      beyond: false,
    };
    // The value of inner calls is part of the outer call's value, or the contract's own.
    if (call.value > 0n) {
      const paid = { effect: "gives", kind: "native", address: null, amount: call.value } as const;
      walk.effects.push(ofMaker({ ...paid, to: call.to }, maker));
    }
    yield* visit(call, maker, 0, walk);
    pull(call, maker, walk);
    left = walk.left + kept;
    all.push({ effects: walk.effects, unread: walk.unread, beyond: walk.beyond });
  }
  return all;
}

/** Reads a call, and adds its effects. */
function* visit(call: Made, maker: Maker, depth: number, walk: Walk): Pieces<void> {
  yield;
  if (size(call.data) === 0) return;
  const most = depth < MAX_DEPTH ? walk.left : 0;
  const inside = insideOf(call, most + 1);
  if (inside === null) {
    if (knownFunction(call.data) === undefined) walk.unread += 1;
    for (const effect of readFunction(call, maker)) {
      walk.effects.push(ofMaker(depth === 0 ? effect : unsure(effect), maker));
    }
    return;
  }
  const code = delegatedTo(call);
  if (code !== null) {
    walk.effects.push(
      { effect: "allows", kind: "control", address: call.to, amount: null, spender: code },
    );
  }
  for (const effect of refundOf(call)) walk.effects.push(effect);
  let along = call.value;
  // Calls are counted when they are found: listing many calls costs as much as reading them.
  for (const { own, from, signature, ...given } of taken(inside.calls, most, walk, dataOf)) {
    const data = signature === undefined ? given.data : withSelector(signature, given.data);
    const inner: Made = { ...given, data };
    const sender = own ? maker.sender : from ?? call.to;
    if (!own || !isAddressEqual(inner.to, call.to)) {
      // Value beyond the outer call's is the contract's own, or the account's if it calls itself.
      const rest = inner.value > along ? inner.value - along : 0n;
      along -= inner.value - rest;
      if (rest > 0n) {
        const paid = { effect: "gives", kind: "native", address: null, amount: rest } as const;
        walk.effects.push(ofMaker({ ...paid, to: inner.to }, { ...maker, sender: call.to }));
      }
    }
    yield* visit(inner, { ...maker, sender }, depth + 1, walk);
    pull(inner, { ...maker, sender }, walk);
  }
  const commands = taken(inside.commands, most, walk, inputOf);
  visitCommands(commands, { maker, router: call.to, depth }, walk);
}

/**
 * Adds effects of a contract that uses approvals of the account. The account's own effects are read
 * already.
 */
function pull(call: Made, maker: Maker, walk: Walk): void {
  if (isAddressEqual(maker.sender, maker.account)) return;
  for (const effect of pulled(call, maker)) walk.effects.push(effect);
}

/**
 * Marks an allowance as uncertain: only the account's own calls are sure to be made, because a
 * contract may skip calls.
 */
function unsure(effect: Effect): Effect {
  if (effect.effect !== "allows") return effect;
  const { sets: _, ...rest } = effect;
  return rest;
}

/** Returns the elements within the limit, and counts them and their bytes. */
function taken<T>(
  found: readonly T[],
  most: number,
  walk: Walk,
  bytesOf: (each: T) => Hex,
): readonly T[] {
  const read: T[] = [];
  for (const each of found) {
    if (read.length === most || walk.bytes < 0) break;
    walk.bytes -= size(bytesOf(each));
    read.push(each);
  }
  walk.left -= read.length;
  if (read.length < found.length) {
    walk.unread += 1;
    walk.beyond = true;
  }
  return read;
}

/** Returns the bytes of a call, and of a command. */
const dataOf = ({ data }: Made) => data;
const inputOf = ({ input }: Command) => input;

/**
 * An address without assets. It distinguishes functions that name an owner from functions that act
 * for their caller.
 */
const STRANGER: Address = "0x5e1f0000000000000000000000000000005e1f00";

/**
 * Reads another contract's effects on the account's own assets, by an approval or a signature: the
 * effects that a function has on an owner that it names, for any caller.
 */
function pulled(call: Made, { sender, account }: Maker): readonly Effect[] {
  const mine = readFunction(call, { sender: account, account });
  if (mine.length === 0) return [];
  const others = new Set(
    readFunction(call, { sender: STRANGER, account }).map(({ effect }) => effect),
  );
  const permit2 = isAddressEqual(call.to, PERMIT2) && { permit2: true as const };
  return mine.filter(({ effect }) => !others.has(effect)).map((effect): Effect =>
    effect.effect !== "gives" ? effect : { ...effect, through: sender, ...permit2 }
  );
}

function visitCommands(
  commands: readonly Command[],
  { maker, router, depth }: {
    readonly maker: Maker;
    /** Contract that runs them with Permit2 allowances. */
    readonly router: Address;
    readonly depth: number;
  },
  walk: Walk,
): void {
  for (const command of commands) {
    if (command.type === SUB_PLAN) {
      const most = depth < MAX_DEPTH ? walk.left : 0;
      const inner = commandsOf(wordsOf(command.input), most + 1);
      const plan = taken(inner, most, walk, inputOf);
      visitCommands(plan, { maker, router, depth: depth + 1 }, walk);
      continue;
    }
    if (command.type === POSITION_CALL) {
      const call = { to: router, value: 0n, data: command.input };
      for (const effect of readFunction(call, maker)) walk.effects.push(ofMaker(effect, maker));
      continue;
    }
    for (const effect of readCommandEffects(command, maker)) {
      const taking = effect.effect === "gives"
        ? { ...effect, through: router, permit2: true as const }
        : effect;
      walk.effects.push(ofMaker(taking, maker));
    }
  }
}

/** Adds the owner of the assets, unless it is the account. */
function ofMaker(effect: Effect, { sender, account }: Maker): Effect {
  return isAddressEqual(sender, account) ? effect : { ...effect, by: sender };
}
