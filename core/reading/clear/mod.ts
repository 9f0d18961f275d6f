/**
 * Clear signing: what calls do, in words. Descriptors that this release brings come first; the page's
 * own ABI is asked only for what nobody here knows. Calls within calls are read like any other. Loaded
 * when there is something to explain.
 *
 * @module
 */
import { type Address, getAddress, type Hex, size } from "viem";
import type { Call } from "../../account/calls.ts";
import { type At, isPresent, wrong } from "../../protocol/check.ts";
import type { TokenJson } from "../../protocol/service/mod.ts";
import type { CallView } from "../../dialog/request.ts";
import { tokenSelectors } from "../decode.ts";
import type { ExplanationView } from "../../dialog/explanation.ts";
import type { Native } from "../tokens.ts";
import { explainByApp, readAppAbi } from "./app_abi.ts";
import { bookOf, knownSignatures } from "./book.ts";
import type { FunctionShape } from "./decode_exactly.ts";
import { explainDeep, MOST_STEPS } from "./steps.ts";

/** Items of a page's ABIs in one request at most. */
const MOST_IN_ALL = 1000;

/** Bytes of data that are explained by a page's ABIs in one request at most. */
const MOST_DATA = 256_000;

/** Bytes of data that are explained in one request at most, whoever explains them. */
export const MOST_BYTES = 2_500_000;

/** Data up to this many bytes is always explained: nothing else in a request can hide it. */
const SMALL = 10_000;

/** What is known of a call. */
export interface Explained {
  /** The words. */
  readonly explanation: ExplanationView;
  /** The function, where a descriptor knows it. */
  readonly function?: NonNullable<CallView["function"]>;
  /** What it lets somebody spend. */
  readonly approval?: Approval;
}

/** A right to spend that a call gives. */
export interface Approval {
  /** Whom. */
  readonly spender: Address;
  /** Of which token. */
  readonly token: Address;
  /** How much, in the smallest unit. */
  readonly amount: bigint;
}

/** Explains a call of a batch, by its position, with the tokens described so far. */
export type Explain = (
  call: Call,
  index: number,
  tokens: readonly TokenJson[],
) => Explained | undefined;

/** What a batch is explained with. */
export interface Material {
  /** Its chain. */
  readonly chainId: number;
  /** The account that makes the calls. */
  readonly account: Address;
  /** The chain's native currency. */
  readonly native: Native;
  /** The page's ABI for all calls. */
  readonly abi: At;
  /** The page's ABI for each call alone. */
  readonly abis: readonly At[];
}

/**
 * Makes what explains the calls of a batch.
 *
 * @throws {AcctError} `invalid_params` or `bundle_too_large` if the page's ABI breaks a rule
 */
export function explainer(
  { chainId, account, native, abi, abis }: Material,
  signatures: () => ReadonlyMap<string, string> = knownSignatures,
): Explain {
  const items = [abi, ...abis].reduce(
    (sum, { value }) => sum + (Array.isArray(value) ? value.length : 0),
    0,
  );
  if (items > MOST_IN_ALL) {
    throw wrong("capabilities.abi", `must have at most ${MOST_IN_ALL} items in one request`);
  }
  const known = items === 0 ? new Map<string, string>() : signatures();
  // A selector has four bytes: functions with the selector of a known one are found within minutes.
  const isHonest = ({ selector, signature }: FunctionShape) =>
    !tokenSelectors.has(selector) && (known.get(selector) ?? signature) === signature;
  const shared = readAppAbi(abi).filter(isHonest);
  const own = abis.map((each) => isPresent(each) ? readAppAbi(each).filter(isHonest) : shared);
  // A page's words do not change with the tokens: they are worked out once, within a budget.
  const said = new Map<number, Map<Hex, ExplanationView | null>>();
  let left = MOST_DATA;
  const byApp = ({ data }: Call, index: number): ExplanationView | null => {
    const before = said.get(index) ?? new Map<Hex, ExplanationView | null>();
    said.set(index, before);
    let words = before.get(data);
    if (words === undefined) {
      left -= size(data);
      words = left < 0 ? null : explainByApp(own[index] ?? shared, data);
      before.set(data, words);
    }
    return words;
  };
  const book = bookOf();
  // A call is explained many times: what it may take of the bounds is settled the first time.
  const granted = new Map<number, { readonly steps: number; readonly bytes: boolean }>();
  let steps = MOST_STEPS;
  let bytes = MOST_BYTES;
  return (call, index, tokens) => {
    const length = size(call.data);
    const grant = granted.get(index) ?? { steps, bytes: length <= SMALL || length <= bytes };
    const budget = { left: grant.steps };
    const explained = grant.bytes
      ? explainDeep(call, {
        book,
        account,
        place: { chainId, native, tokens },
        budget,
        byApp: (call) => byApp(call, index),
        target: call.to,
      })
      : undefined;
    if (!granted.has(index)) {
      const taken = grant.steps - budget.left;
      granted.set(index, { steps: taken, bytes: grant.bytes });
      steps -= taken;
      if (length > SMALL && grant.bytes) bytes -= length;
    }
    return explained;
  };
}

/** Tokens that the words for these calls need described, those of the words first. */
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
