/**
 * Reads what calls do: the assets that they move, and what they let others move later. Lenient: bytes
 * that a contract might accept count as the well-formed data that they resemble.
 *
 * @module
 */
import { type Address, isAddressEqual, size } from "viem";
import { readCommandEffects } from "./commands.ts";
import type { Effect, Made, Maker } from "./effect.ts";
import { knownFunction, readFunction } from "./functions.ts";
import { type Command, commandsOf, delegatedTo, insideOf, SUB_PLAN } from "./inside.ts";
import { wordsOf } from "./words.ts";

export type { Allows, Effect, Gives, Made } from "./effect.ts";
export { knownFunction } from "./functions.ts";

/** Nesting depth of calls that are read. */
const MAX_DEPTH = 8;

/** Calls and commands that are read per request. */
export const MAX_READ = 5_000;

/** Effects of a call. */
export interface Read {
  readonly effects: readonly Effect[];
  /** Calls and commands whose effect is unknown. */
  readonly unread: number;
}

/** Number of calls that may still be read; shared by the calls of a request. */
export interface Budget {
  left: number;
}

/** Reads the effects of a call of the account, with all calls inside of it. */
export function readEffects(
  call: Made,
  account: Address,
  budget: Budget = { left: MAX_READ },
): Read {
  const effects: Effect[] = [];
  const unread = visit(call, { sender: account, account }, 0, budget, effects);
  // The value of inner calls is part of what the outer one was given, or the contract's own.
  const value: Effect[] = call.value === 0n
    ? []
    : [{ effect: "gives", kind: "native", address: null, amount: call.value, to: call.to }];
  return { effects: [...value, ...effects], unread };
}

/** Reads a call, adds its effects, and returns the number of calls that remain unknown. */
function visit(
  call: Made,
  maker: Maker,
  depth: number,
  budget: Budget,
  effects: Effect[],
): number {
  if (budget.left <= 0 || depth > MAX_DEPTH) return 1;
  budget.left -= 1;
  if (size(call.data) === 0) return 0;
  const inside = insideOf(call);
  if (inside === null) {
    const known = knownFunction(call.data);
    for (const effect of readFunction(call, maker)) effects.push(ofMaker(effect, maker));
    return known === undefined ? 1 : 0;
  }
  const code = delegatedTo(call);
  if (code !== null) {
    effects.push(
      { effect: "allows", kind: "control", address: call.to, amount: null, spender: code },
    );
  }
  let unread = 0;
  for (const { own, ...inner } of inside.calls) {
    const next = own ? maker : { ...maker, sender: call.to };
    unread += visit(inner, next, depth + 1, budget, effects);
    // A contract that has approvals of the account can use them.
    if (!own && !isAddressEqual(call.to, maker.account)) {
      for (const effect of pulled(inner, maker)) effects.push(effect);
    }
  }
  return unread + visitCommands(inside.commands, maker, depth, budget, effects);
}

/** Reads transfers of the account's own assets that another contract carries out. */
function pulled(call: Made, { account }: Maker): readonly Effect[] {
  return readFunction(call, { sender: account, account }).filter((effect) =>
    effect.effect === "gives" && /From/.test(knownFunction(call.data)?.signature ?? "")
  );
}

function visitCommands(
  commands: readonly Command[],
  maker: Maker,
  depth: number,
  budget: Budget,
  effects: Effect[],
): number {
  let unread = 0;
  for (const command of commands) {
    if (budget.left <= 0 || depth > MAX_DEPTH) return unread + 1;
    budget.left -= 1;
    if (command.type === SUB_PLAN) {
      unread += visitCommands(
        commandsOf(wordsOf(command.input)),
        maker,
        depth + 1,
        budget,
        effects,
      );
    } else {
      for (const effect of readCommandEffects(command, maker)) {
        effects.push(ofMaker(effect, maker));
      }
    }
  }
  return unread;
}

/** Names the owner of the assets, unless it is the account. */
function ofMaker(effect: Effect, { sender, account }: Maker): Effect {
  return isAddressEqual(sender, account) ? effect : { ...effect, by: sender };
}
