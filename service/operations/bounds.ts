/**
 * Chooses the bounds of unverified calls. The account measures these balances before and after the
 * calls, and reverts if more leaves than the dialog showed. A contract that behaves differently
 * than in the rehearsal cannot take anything then.
 *
 * @module
 */
import { type Address, encodeFunctionData, erc20Abi, parseAbi, size } from "viem";
import type { Bound, Call } from "../../core/account/calls.ts";
import { MAX_BOUNDED_TOKENS } from "../../core/ground/limits.ts";
import type { Chain } from "../chain/chain.ts";
import type { Rehearsal } from "../chain/simulation/rehearse.ts";
import { readWords } from "../chain/words.ts";
import type { ApprovalTable } from "../store/approval_tables.ts";

/** Bounds of an operation. */
export interface Bounds {
  /** The native currency first. */
  readonly bounds: readonly Bound[];
  /** Tokens that others may take, and that no bound covers. */
  readonly unbounded: readonly Address[];
}

/** Input of {@linkcode chooseBounds}. */
export interface BoundsRequest {
  readonly account: Address;
  readonly calls: readonly Call[];
  readonly simulation: Rehearsal;
  /** Tokens that the client names. */
  readonly tokens: readonly Address[];
  /** Approvals that the account gave earlier. */
  readonly approvals: readonly ApprovalTable[];
}

/** Basis points by which a loss may exceed the rehearsed one: prices change until inclusion. */
const MARGIN = 100n;

const operatorAbi = parseAbi([
  "function isApprovedForAll(address owner, address operator) view returns (bool)",
]);

/**
 * Bounds the native currency to the value of the calls, and each token that leaves in the rehearsal
 * to its loss plus a margin. Bounds three groups to zero: the called contracts, tokens with
 * allowances for others, and tokens named by the client.
 */
export async function chooseBounds(chain: Chain, request: BoundsRequest): Promise<Bounds> {
  const { account, calls, simulation, tokens, approvals } = request;
  const called = calls.filter(({ data }) => size(data) > 0).map(({ to }) => lower(to));
  const lost = [...simulation.changes].flatMap(([token, delta]) =>
    token !== null && delta < 0n ? [lower(token)] : []
  );
  const leaving = simulation.items.filter(({ delta }) => delta < 0n);
  const collections = leaving.map(({ token }) => lower(token));
  // In this order, the last ones are dropped if there are too many.
  const wanted = [
    ...new Set([...lost, ...collections, ...called, ...tokens.map(lower)]),
  ];
  const held = await measure(chain, account, wanted, approvals);
  const candidates = [...new Set([...wanted, ...held.allowed])];
  const readable = candidates.filter((token) => held.readable.has(token));
  const bounded = readable.slice(0, MAX_BOUNDED_TOKENS);
  const known = new Set([...lost, ...collections, ...held.allowed, ...tokens.map(lower)]);
  const most = (token: Address): bigint => {
    const delta = simulation.changes.get(token) ?? 0n;
    if (delta < 0n) return -delta + (-delta * MARGIN + 9_999n) / 10_000n;
    return leaving.reduce(
      (sum, item) => sum + (lower(item.token) === token ? -item.delta : 0n),
      0n,
    );
  };
  return {
    bounds: [
      { token: null, most: calls.reduce((sum, { value }) => sum + value, 0n) },
      ...bounded.map((token) => ({ token, most: most(token) })),
    ],
    unbounded: candidates.filter((token) => known.has(token) && !bounded.includes(token)),
  };
}

/** Reads which balances are available, and which tokens others may spend now. */
async function measure(
  chain: Chain,
  account: Address,
  wanted: readonly Address[],
  approvals: readonly ApprovalTable[],
): Promise<{ readonly readable: ReadonlySet<Address>; readonly allowed: readonly Address[] }> {
  const given = approvals.map((approval) => approval.token as Address);
  const tokens = [...new Set([...wanted, ...given])];
  const balanceOf = encodeFunctionData({
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [account],
  });
  const questions = [
    ...tokens.map((target) => ({ target, callData: balanceOf })),
    ...approvals.map(({ token, spender, kind }) => ({
      target: token as Address,
      callData: kind === "allowance"
        ? encodeFunctionData({
          abi: erc20Abi,
          functionName: "allowance",
          args: [account, spender as Address],
        })
        : encodeFunctionData({
          abi: operatorAbi,
          functionName: "isApprovedForAll",
          args: [account, spender as Address],
        }),
    })),
  ];
  if (questions.length === 0) return { readable: new Set(), allowed: [] };
  const answers = await readWords(chain, questions);
  const readable = new Set(tokens.filter((_, index) => answers[index] !== null));
  const allowed = given.filter((_, index) => answers[tokens.length + index] !== 0n);
  // Tokens that the account does not own cannot leave; a token that does not answer counts as
  // owned.
  const empty = new Set(tokens.filter((_, index) => answers[index] === 0n));
  return { readable, allowed: allowed.filter((token) => !empty.has(token)) };
}

function lower(address: Address): Address {
  return address.toLowerCase() as Address;
}
