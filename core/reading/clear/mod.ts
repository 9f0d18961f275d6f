/**
 * Explains calls in plain language (clear signing). The descriptors in this release come first; the
 * dApp's ABI is used only for contracts without one. Nested calls are explained in the same way.
 * Typed data uses only descriptions of the public registry. Loaded on demand.
 *
 * @module
 */
import "../../chunks/engine.ts";
import { type Address, getAddress, type Hex, size } from "viem";
import type { Call } from "../../account/calls.ts";
import { isPresent } from "../../schema/check.ts";
import type { CallView } from "../../dialog/types.ts";
import { tokenSelectors } from "../decode.ts";
import type { ExplanationView } from "../../dialog/explanation.ts";
import type { Native } from "../tokens.ts";
export { appAbisOf } from "../../abi/app_abi.ts";
export { explainTyped, loadTyped, tokensIn } from "./typed.ts";
import { type AppAbis, readAppAbis } from "../../abi/app_abi.ts";
import { explainByApp } from "./app_abi.ts";
import type { Explain } from "../descriptor/explain.ts";
import type { Descriptor } from "../descriptor/descriptor.ts";
import { descriptors } from "../descriptors/mod.ts";
import { createRegistry, knownSignatures } from "./registry.ts";
import type { FunctionShape } from "../../abi/shape.ts";
import { explainDeep, MAX_STEPS } from "./steps.ts";

/** Maximum bytes of data per request that are explained with a dApp's ABIs. */
const MAX_APP_DATA_BYTES = 256_000;

/** Maximum bytes of data per request that are explained. */
export const MAX_EXPLAINED_BYTES = 2_500_000;

/** Data up to this many bytes is always explained: other calls of a request cannot hide it. */
const ALWAYS_EXPLAINED_BYTES = 10_000;

/** Options for explaining a batch. */
export interface ExplainOptions extends AppAbis {
  readonly chainId: number;
  /** Account that sends the calls. */
  readonly account: Address;
  readonly native: Native;
  /** Descriptors of the public registry; this release's own take precedence. */
  readonly further?: readonly Descriptor[];
}

/**
 * Creates a function that explains the calls of a batch.
 *
 * @throws {AcctError} `invalid_params` or `bundle_too_large` if the dApp's ABI is invalid
 */
export function explainer(
  { chainId, account, native, abi, abis, further = [] }: ExplainOptions,
  signatures: () => ReadonlyMap<string, string> = knownSignatures,
): Explain {
  const given = readAppAbis({ abi, abis });
  const isEmpty = [given.abi, ...given.abis].every(({ length }) => length === 0);
  const known = isEmpty ? new Map<string, string>() : signatures();
  // A selector has four bytes, so another function with a known selector can be found within
  // minutes.
  const isHonest = ({ selector, signature }: FunctionShape) =>
    !tokenSelectors.has(selector) && (known.get(selector) ?? signature) === signature;
  const shared = given.abi.filter(isHonest);
  const own = abis.map((each, index) =>
    isPresent(each) ? given.abis[index]!.filter(isHonest) : shared
  );
  // Explanations by a dApp's ABI do not depend on tokens: they are computed once, within a budget.
  const cache = new Map<number, Map<Hex, ExplanationView | null>>();
  let left = MAX_APP_DATA_BYTES;
  const byApp = ({ data }: Call, index: number): ExplanationView | null => {
    const before = cache.get(index) ?? new Map<Hex, ExplanationView | null>();
    cache.set(index, before);
    let explanation = before.get(data);
    if (explanation === undefined) {
      left -= size(data);
      explanation = left < 0 ? null : explainByApp(own[index] ?? shared, data);
      before.set(data, explanation);
    }
    return explanation;
  };
  const registry = createRegistry([...descriptors, ...further]);
  // A call is explained many times, so its share of the limits is fixed the first time.
  const granted = new Map<number, { readonly steps: number; readonly bytes: boolean }>();
  let steps = MAX_STEPS;
  let bytes = MAX_EXPLAINED_BYTES;
  return function* (call, index, tokens) {
    const length = size(call.data);
    const grant = granted.get(index) ??
      { steps, bytes: length <= ALWAYS_EXPLAINED_BYTES || length <= bytes };
    const budget = { left: grant.steps };
    const explained = grant.bytes
      ? yield* explainDeep(call, {
        registry,
        account,
        context: { chainId, native, tokens },
        budget,
        byApp: (call) => byApp(call, index),
        target: call.to,
      })
      : undefined;
    if (!granted.has(index)) {
      const taken = grant.steps - budget.left;
      granted.set(index, { steps: taken, bytes: grant.bytes });
      steps -= taken;
      if (length > ALWAYS_EXPLAINED_BYTES && grant.bytes) bytes -= length;
    }
    return explained;
  };
}

/** Lists the tokens to describe for these calls. Tokens of explained amounts come first. */
export function tokensOf(calls: readonly CallView[]): Address[] {
  const found = new Set<Address>();
  const visit = ({ explanation, to, kind }: CallView, isStep: boolean) => {
    if (isStep && kind !== "send" && explanation === undefined) found.add(getAddress(to));
    for (const { value } of explanation?.fields ?? []) {
      if (value.kind === "amount" && value.address !== null) found.add(value.address);
    }
    for (const step of explanation?.steps ?? []) visit(step, true);
  };
  for (const call of calls) visit(call, false);
  return [...found];
}
