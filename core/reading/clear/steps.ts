/** What routers and multicalls do inside: their steps, read like calls, within bounds. @module */
import { type Address, isAddressEqual, size } from "viem";
import type { CallView } from "../../dialog/request.ts";
import { decodeCall } from "../decode.ts";
import type { ExplanationView } from "../../dialog/explanation.ts";
import type { Book } from "./book.ts";
import type { Explain, Explained } from "./mod.ts";
import { explainCommand, explainPinned, explainUsual, type Pinned, type Place } from "./pinned.ts";
import type { Inner } from "./inner.ts";
import type { Descriptor } from "./descriptor.ts";
import type { Call } from "../../account/calls.ts";

/** Steps within steps at most; what is deeper is shown as bytes. */
export const DEEPEST_STEP = 3;

/** Steps of all calls of a batch at most, those within others too; the rest is shown as bytes. */
export const MOST_STEPS = 200;

/** What steps are read with. */
export interface Reading {
  /** The descriptors. */
  readonly book: Book;
  /** The account that acts. */
  readonly account: Address;
  /** Chain, currency and tokens. */
  readonly place: Omit<Place, "sender">;
  /** Steps that may still be read; it falls with each. */
  readonly budget: { left: number };
  /** What the page says of a call to the contract that the whole call is for. */
  readonly byApp: (call: Call) => ExplanationView | null;
  /** The contract that the whole call is for. */
  readonly target: Address;
}

/** Who makes a call, and how deep within others. */
interface Level {
  readonly sender: Address;
  readonly depth: number;
}

/** Explains a call of the account with all that it holds; `undefined` if nobody knows it. */
export function explainDeep(call: Call, reading: Reading): Explained | undefined {
  return explainAt(call, reading, { sender: reading.account, depth: 0 });
}

function explainAt(call: Call, reading: Reading, level: Level): Explained | undefined {
  const { book, byApp, target } = reading;
  const place = { ...reading.place, sender: level.sender };
  const known = explainPinned(call, place, book) ?? explainUsual(call, place, book);
  if (known !== null) {
    const explanation = withSteps(known, call.to, reading, level);
    // That others mean something by a name says nothing of this contract: it stays unknown.
    return explanation.source === "pinned" ? { explanation, ...factsOf(known) } : { explanation };
  }
  const said = isAddressEqual(call.to, target) ? byApp(call) : null;
  return said === null ? undefined : { explanation: said };
}

/** The words, with those for the steps. */
function withSteps(
  { explanation, inner, descriptor }: Pinned,
  contract: Address,
  reading: Reading,
  level: Level,
): ExplanationView {
  if (inner.length === 0) return explanation;
  const { budget } = reading;
  const steps: CallView[] = [];
  for (const each of inner) {
    if (level.depth >= DEEPEST_STEP || budget.left === 0) break;
    budget.left -= 1;
    steps.push(
      each.kind === "command"
        ? readCommand(each, steps.length, { descriptor, contract }, reading, level)
        : readCall(each, steps.length, contract, reading, level),
    );
  }
  const unread = inner.length - steps.length;
  return {
    ...explanation,
    steps,
    ...(unread > 0 && { unread }),
    partial: explanation.partial || unread > 0 || steps.some(isUnclear),
  };
}

function readCall(
  { call, own, mayFail }: Extract<Inner, { kind: "call" }>,
  index: number,
  contract: Address,
  reading: Reading,
  level: Level,
): CallView {
  const next = { sender: own ? level.sender : contract, depth: level.depth + 1 };
  const { native, tokens } = reading.place;
  const explain: Explain = (call) => explainAt(call, reading, next);
  // A contract that calls itself with nothing does not send anything.
  const view: CallView = own && size(call.data) === 0
    ? { index, ...call, kind: "call" }
    : decodeCall(call, index, native, tokens, explain);
  return { ...view, ...actor(next.sender, reading), ...(mayFail && { mayFail }) };
}

function readCommand(
  inner: Extract<Inner, { kind: "command" }>,
  index: number,
  of: { readonly descriptor: Descriptor; readonly contract: Address },
  reading: Reading,
  level: Level,
): CallView {
  const next = { ...level, depth: level.depth + 1 };
  const place = { ...reading.place, sender: level.sender };
  const known = explainCommand(inner, of, place, reading.book);
  return {
    index,
    to: of.contract,
    value: 0n,
    data: inner.input,
    kind: "call",
    explanation: withSteps(known, of.contract, reading, next),
    ...(known.shape && factsOf(known)),
    ...actor(level.sender, reading),
    ...(inner.mayFail && { mayFail: true }),
  };
}

/** Who makes a step, where it is not the account. */
function actor(sender: Address, { account }: Reading): { by?: Address } {
  return isAddressEqual(sender, account) ? {} : { by: sender };
}

/** Whether something in a step cannot be read. */
function isUnclear({ kind, function: known, explanation }: CallView): boolean {
  return (kind === "call" && known === undefined) || explanation?.partial === true;
}

/** The function, and what it lets somebody spend. */
function factsOf({ shape, args }: Pinned): Omit<Explained, "explanation"> {
  if (shape === undefined) return {};
  const value = (name: string) => args.find(({ shape }) => shape.name === name)?.value;
  const [spender, token, amount] = [value("spender"), value("token"), value("amount")];
  return {
    function: {
      name: shape.name,
      args: args.map(({ shape: { name, type }, value }) => ({ name, type, value: plain(value) })),
    },
    // `approve` with a token and a spender, as Permit2 has it.
    ...(shape.name === "approve" && typeof amount === "bigint" && {
      approval: { spender: spender as Address, token: token as Address, amount },
    }),
  };
}

/** A value as text; lists in brackets. */
function plain(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(plain).join(", ")}]` : String(value);
}
