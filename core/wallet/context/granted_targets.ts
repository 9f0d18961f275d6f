/** Finds the tokens that a permission must not touch. @module */
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBigInt,
  numberToHex,
  parseAbi,
  size,
  slice,
} from "viem";
import type { ServiceClient } from "../../client/client.ts";
import { type ContractRead, readContracts } from "../../client/read_contracts.ts";
import type { ApprovalsJson } from "../../wire/approvals.ts";
import { MAX_PERMISSION_ENTRIES } from "../../ground/limits.ts";
import { AcctError } from "../../ground/errors.ts";
import type { GrantRequest } from "../../permission/request.ts";
import { PERMIT2 } from "../../chain/permit2.ts";

/**
 * Maximum number of requests in which the service reads an account's approvals up to the chain's
 * end.
 */
const MAX_PARTS = 8;

/** Permit2 has its own allowances, which a router uses instead of the token's. */
const permit2Abi = parseAbi([
  "function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)",
]);

/** A read about one target. */
interface Read extends ContractRead {
  /**
   * Token that is watched if the result is not 0; otherwise the target itself, if it returns a
   * result.
   */
  readonly allowed?: Address;
}

/** Tokens that must not decrease. */
export interface Watching {
  /** Tokens that the permission watches. */
  readonly watched: readonly Address[];
  /**
   * Tokens that do not fit, tokens that do not return a balance, and tokens that a called contract
   * may take, if only strangers vouch for them.
   */
  readonly unwatched: readonly Address[];
  /** True if the service has more approvals than it lists. */
  readonly more: boolean;
}

/**
 * Lists the tokens that must not decrease, except tokens with an allowance of the permission:
 * - called contracts that are tokens themselves;
 * - tokens that a called contract may take, including through Permit2 and including tokens that the
 *   account does not own now;
 * - all other tokens that the account owns: a called contract may burn or move them without an
 *   allowance.
 *
 * A token is watched only if the operator lists it, an operation of the account received it, or the
 * account approved it itself. Anyone can send the account another token, or emit an event that
 * names the account. If such a token were watched, it could make each use expensive or impossible.
 *
 * @throws {AcctError} `invalid_params` if called contracts may take more tokens than one permission
 * can watch, `chain_down` if the service does not have all tokens and approvals
 */
export async function tokensToWatch(
  service: ServiceClient,
  { chainId, account, calls, spends }: GrantRequest & {
    readonly chainId: number;
    readonly account: Address;
  },
  signal: AbortSignal,
): Promise<Watching> {
  const listed = new Set(spends.map(({ token }) => token.toLowerCase()));
  const isListed = (token: Address) => listed.has(token.toLowerCase());
  const targets = [...new Set(calls.map(({ target }) => target.toLowerCase() as Address))];
  if (targets.length === 0) return { watched: [], unwatched: [], more: false };
  const [assets, { approvals, received, more }] = await Promise.all([
    readHeld(service, chainId, account, signal),
    readAllowed(service, chainId, account, targets, signal),
  ]);
  const given = approvals.flatMap(({ kind, token: { address, listed }, spender, own }) =>
    (kind === "allowance" || kind === "permit2") && address !== null && !isListed(address)
      ? [{ token: address, spender, isTrusted: own || listed === true }]
      : []
  );
  const own = distinct([...assets, ...received]).filter((token) => !isListed(token));
  const trusted = new Set(
    [...targets, ...own, ...given.flatMap(({ token, isTrusted }) => isTrusted ? [token] : [])]
      .map((token) => token.toLowerCase()),
  );
  const isTrusted = (token: Address) => trusted.has(token.toLowerCase());
  const asked = new Set<string>();
  const ask = (read: Read): Read[] => {
    const key = `${read.target} ${read.data}`.toLowerCase();
    if (asked.has(key)) return [];
    asked.add(key);
    return [read];
  };
  const mayTake = (token: Address, target: Address): Read[] => [
    ...ask({ target: token, data: allowance(account, target), allowed: token }),
    ...ask({ target: PERMIT2, data: throughPermit2(account, token, target), allowed: token }),
  ];
  const balance = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [account] });
  const found = await answered(service, chainId, [
    ...targets.flatMap((target): Read[] => [
      ...isListed(target) ? [] : ask({ target, data: balance }),
      ...assets.filter((token) => !isListed(token)).flatMap((token) => mayTake(token, target)),
    ]),
    ...given.flatMap(({ token, spender }) => mayTake(token, spender)),
  ], signal);
  const all = distinct([...found, ...own]);
  const balances = await readBalances(service, chainId, all, balance, signal);
  // A token that does not return its balance would make every use of the permission fail.
  const isSilent = (token: Address) => balances.get(token) === null;
  const first = found.filter((token) => isTrusted(token) && !isSilent(token));
  if (first.length > MAX_PERMISSION_ENTRIES) {
    throw new AcctError("invalid_params", {
      field: "params[0].permissions.calls",
      detail: `The account allowed these contracts more than ${MAX_PERMISSION_ENTRIES} tokens.`,
    });
  }
  const held = all.filter((token) => !found.includes(token) && (balances.get(token) ?? 0n) > 0n);
  const room = MAX_PERMISSION_ENTRIES - first.length;
  return {
    watched: [...first, ...held.slice(0, room)],
    unwatched: [
      ...found.filter((token) => isSilent(token) || !isTrusted(token)),
      ...held.slice(room),
    ],
    more,
  };
}

/** Removes duplicate addresses, in any spelling. */
function distinct(tokens: readonly Address[]): Address[] {
  const seen = new Set<string>();
  return tokens.filter((token) => {
    const id = token.toLowerCase();
    return !seen.has(id) && seen.add(id);
  });
}

/**
 * Lists the tokens that the account owns, as far as the service lists them.
 *
 * @throws {AcctError} `chain_down`
 */
async function readHeld(
  service: ServiceClient,
  chainId: number,
  account: Address,
  signal: AbortSignal,
): Promise<Address[]> {
  const id = numberToHex(chainId);
  const assets = await service.call("wallet_getAssets", {
    account,
    chainFilter: [id],
    assetTypeFilter: ["erc20"],
  }, signal);
  const held = assets[id];
  // The service omits chains that it could not read: their tokens are unknown.
  if (held === undefined) throw new AcctError("chain_down");
  return held.flatMap(({ address }) => address === null ? [] : [address]);
}

/**
 * Lists all approvals that the account ever gave to the targets. The service reads long histories
 * in several requests.
 *
 * @throws {AcctError} `chain_down`
 */
async function readAllowed(
  service: ServiceClient,
  chainId: number,
  account: Address,
  spenders: readonly Address[],
  signal: AbortSignal,
): Promise<ApprovalsJson> {
  const params = { account, chainId: numberToHex(chainId), spenders };
  for (let part = 0; part < MAX_PARTS; part++) {
    const [found] = await service.call("acct_getApprovals", params, signal);
    if (found?.complete === true) return found;
  }
  throw new AcctError("chain_down");
}

/** Lists the tokens to watch according to the results, without duplicates. */
async function answered(
  service: ServiceClient,
  chainId: number,
  reads: readonly Read[],
  signal: AbortSignal,
): Promise<Address[]> {
  const found = new Map<string, Address>();
  const answers = await readContracts(service, chainId, reads, signal);
  answers.forEach((answer, index) => {
    const { target, allowed } = reads[index]!;
    if (size(answer) < 32) return;
    if (allowed !== undefined && hexToBigInt(slice(answer, 0, 32)) === 0n) return;
    const token = allowed ?? target;
    if (!found.has(token.toLowerCase())) found.set(token.toLowerCase(), token);
  });
  return [...found.values()];
}

/** Reads the account's balances; `null` for a token that does not return one. */
async function readBalances(
  service: ServiceClient,
  chainId: number,
  tokens: readonly Address[],
  balance: Hex,
  signal: AbortSignal,
): Promise<ReadonlyMap<Address, bigint | null>> {
  const reads = tokens.map((target) => ({ target, data: balance }));
  const answers = await readContracts(service, chainId, reads, signal);
  return new Map(tokens.map((token, index) => {
    const answer = answers[index]!;
    return [token, size(answer) < 32 ? null : hexToBigInt(slice(answer, 0, 32))];
  }));
}

/** Encodes a call that reads the allowance of a contract for a token. */
function allowance(account: Address, spender: Address): Hex {
  return encodeFunctionData({
    abi: erc20Abi,
    functionName: "allowance",
    args: [account, spender],
  });
}

/** Encodes a call that reads the allowance of a contract through Permit2. */
function throughPermit2(account: Address, token: Address, spender: Address): Hex {
  return encodeFunctionData({
    abi: permit2Abi,
    functionName: "allowance",
    args: [account, token, spender],
  });
}
