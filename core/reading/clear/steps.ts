/** Explains the steps of routers and multicalls like calls, up to limits. @module */
import { type Address, isAddressEqual, size } from "viem";
import type { CallView } from "../../dialog/types.ts";
import type { Pieces } from "../../lib/pieces.ts";
import { decodeCall } from "../decode.ts";
import type { ExplanationView } from "../../dialog/explanation.ts";
import type { DescriptorRegistry } from "./registry.ts";
import type { Explain, Explained } from "../descriptor/explain.ts";
import {
  type CallContext,
  type DescribedCall,
  explainByConvention,
  explainCommand,
  explainVerified,
} from "./pinned.ts";
import type { NestedStep } from "../descriptor/nested.ts";
import type { Descriptor } from "../descriptor/descriptor.ts";
import type { Call } from "../../account/calls.ts";

/** Maximum nesting depth of steps; deeper ones are shown as bytes. */
export const MAX_STEP_DEPTH = 3;

/** Maximum steps per batch, including nested ones; the rest is shown as bytes. */
export const MAX_STEPS = 200;

/** Options for explaining the steps of a call. */
export interface StepOptions {
  readonly registry: DescriptorRegistry;
  readonly account: Address;
  /** Chain, currency and tokens. */
  readonly context: Omit<CallContext, "sender">;
  /** Remaining number of steps; each step decrements it. */
  readonly budget: { left: number };
  /** Explains a call to `target` by the dApp's ABI. */
  readonly byApp: (call: Call) => ExplanationView | null;
  /** Contract of the outermost call. */
  readonly target: Address;
}

/** Sender of a call, and its nesting depth. */
interface Caller {
  readonly sender: Address;
  readonly depth: number;
}

/** Explains a call of the account with all its steps; returns `undefined` if it is unknown. */
export function explainDeep(call: Call, options: StepOptions): Pieces<Explained | undefined> {
  return explainAt(call, options, { sender: options.account, depth: 0 });
}

function* explainAt(
  call: Call,
  options: StepOptions,
  caller: Caller,
): Pieces<Explained | undefined> {
  const { registry, byApp, target } = options;
  const context = { ...options.context, sender: caller.sender };
  const known = explainVerified(call, context, registry) ??
    explainByConvention(call, context, registry);
  if (known !== null) {
    const explanation = yield* withSteps(known, call.to, options, caller);
    // A convention does not verify this contract, so it stays unknown.
    return explanation.source === "pinned"
      ? { explanation, ...describeFunction(known) }
      : { explanation };
  }
  const explanation = isAddressEqual(call.to, target) ? byApp(call) : null;
  return explanation === null ? undefined : { explanation };
}

/** Adds the steps to an explanation. */
function* withSteps(
  { explanation, nested, descriptor }: DescribedCall,
  contract: Address,
  options: StepOptions,
  caller: Caller,
): Pieces<ExplanationView> {
  if (nested.length === 0) return explanation;
  const { budget } = options;
  const steps: CallView[] = [];
  for (const each of nested) {
    if (caller.depth >= MAX_STEP_DEPTH || budget.left === 0) break;
    budget.left -= 1;
    steps.push(
      each.kind === "command"
        ? yield* readCommand(each, steps.length, { descriptor, contract }, options, caller)
        : yield* readCall(each, steps.length, contract, options, caller),
    );
  }
  const unread = nested.length - steps.length;
  return {
    ...explanation,
    steps,
    ...(unread > 0 && { unread }),
    partial: explanation.partial || unread > 0 || steps.some(isUnclear),
  };
}

function* readCall(
  { call, own, mayFail }: Extract<NestedStep, { kind: "call" }>,
  index: number,
  contract: Address,
  options: StepOptions,
  caller: Caller,
): Pieces<CallView> {
  const next = { sender: own ? caller.sender : contract, depth: caller.depth + 1 };
  const { native, tokens } = options.context;
  const explain: Explain = (call) => explainAt(call, options, next);
  // A contract that calls itself without data sends no value.
  const view: CallView = own && size(call.data) === 0
    ? { index, ...call, kind: "call" }
    : yield* decodeCall(call, index, native, tokens, explain);
  return { ...view, ...actor(next.sender, options), ...(mayFail && { mayFail }) };
}

function* readCommand(
  nested: Extract<NestedStep, { kind: "command" }>,
  index: number,
  of: { readonly descriptor: Descriptor; readonly contract: Address },
  options: StepOptions,
  caller: Caller,
): Pieces<CallView> {
  const next = { ...caller, depth: caller.depth + 1 };
  const context = { ...options.context, sender: caller.sender };
  const known = explainCommand(nested, of, context, options.registry);
  return {
    index,
    to: of.contract,
    value: 0n,
    data: nested.input,
    kind: "call",
    explanation: yield* withSteps(known, of.contract, options, next),
    ...(known.shape && describeFunction(known)),
    ...actor(caller.sender, options),
    ...(nested.mayFail && { mayFail: true }),
  };
}

/** Returns the sender of a step, unless it is the account. */
function actor(sender: Address, { account }: StepOptions): { by?: Address } {
  return isAddressEqual(sender, account) ? {} : { by: sender };
}

/** Checks whether a part of a step could not be decoded. */
function isUnclear({ kind, function: known, explanation }: CallView): boolean {
  return (kind === "call" && known === undefined) || explanation?.partial === true;
}

/** Describes the function and its approval, if any. */
function describeFunction({ shape, args }: DescribedCall): Omit<Explained, "explanation"> {
  if (shape === undefined) return {};
  const value = (name: string) => args.find(({ shape }) => shape.name === name)?.value;
  const [spender, token, amount] = [value("spender"), value("token"), value("amount")];
  return {
    function: {
      name: shape.name,
      args: args.map(({ shape: { name, type }, value }) => ({ name, type, value: plain(value) })),
    },
    // Permit2's `approve`, with a token and a spender.
    ...(shape.name === "approve" && typeof amount === "bigint" && {
      approval: { spender: spender as Address, token: token as Address, amount },
    }),
  };
}

/** Formats a value as text; lists in brackets. */
function plain(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(plain).join(", ")}]` : String(value);
}
