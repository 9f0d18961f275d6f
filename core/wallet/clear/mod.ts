/**
 * Clear signing: what calls do, in words. Descriptors that this release brings come first; the page's
 * own ABI is asked only for what nobody here knows. Loaded when there is something to explain.
 *
 * @module
 */
import { type Address, size } from "viem";
import type { Call } from "../../account/calls.ts";
import { type At, isPresent, wrong } from "../../check.ts";
import type { TokenJson } from "../../service/protocol.ts";
import type { CallView } from "../approval.ts";
import { tokenSelectors } from "../decode.ts";
import type { ExplanationView } from "../explanation.ts";
import type { Native } from "../tokens.ts";
import { explainByApp, readAppAbi } from "./app_abi.ts";
import type { FunctionShape } from "./decode_exactly.ts";
import type { Found } from "./path.ts";
import { explainPinned, type Pinned, pinnedSignatures } from "./pinned.ts";

/** Items of a page's ABIs in one request at most. */
const MOST_IN_ALL = 1000;

/** Bytes of data that are explained by a page's ABIs in one request at most. */
const MOST_DATA = 256_000;

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
  { chainId, native, abi, abis }: Material,
  signatures: () => ReadonlyMap<string, string> = pinnedSignatures,
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
  const said = new Map<number, ExplanationView | null>();
  let left = MOST_DATA;
  const byApp = (call: Call, index: number): ExplanationView | null => {
    const before = said.get(index);
    if (before !== undefined) return before;
    left -= size(call.data);
    const now = left < 0 ? null : explainByApp(own[index] ?? shared, call.data);
    said.set(index, now);
    return now;
  };
  return (call, index, tokens) => {
    const pinned = explainPinned(call, { chainId, native, tokens });
    if (pinned !== null) return ofPinned(pinned);
    const explanation = byApp(call, index);
    return explanation === null ? undefined : { explanation };
  };
}

/** Tokens that the words for these calls need described. */
export function tokensOf(calls: readonly Call[], chainId: number, native: Native): Address[] {
  return calls.flatMap((call) => [
    ...explainPinned(call, { chainId, native, tokens: [] })?.tokens ?? [],
  ]);
}

function ofPinned({ explanation, shape, args }: Pinned): Explained {
  const approval = approvalOf(shape, args);
  return {
    explanation,
    function: {
      name: shape.name,
      args: args.map(({ shape: { name, type }, value }) => ({ name, type, value: plain(value) })),
    },
    ...(approval && { approval }),
  };
}

/** `approve` with a token and a spender, as Permit2 has it. */
function approvalOf({ name }: FunctionShape, args: readonly Found[]): Approval | undefined {
  const value = (name: string) => args.find(({ shape }) => shape.name === name)?.value;
  const [spender, token, amount] = [value("spender"), value("token"), value("amount")];
  if (name !== "approve" || typeof amount !== "bigint") return undefined;
  return { spender: spender as Address, token: token as Address, amount };
}

/** A value as text; lists in brackets. */
function plain(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(plain).join(", ")}]` : String(value);
}
