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
import type { ServiceClient } from "../client/client.ts";
import { type ContractRead, readContracts } from "../client/read_contracts.ts";
import type { ApprovalsJson } from "../protocol/service/mod.ts";
import { MAX_PERMISSION_ENTRIES } from "../protocol/limits.ts";
import { AcctError } from "../protocol/errors.ts";
import type { GrantRequest } from "../permission/request.ts";
import { PERMIT2 } from "../permission/sound/soundness.ts";

/** Requests in which the service reads an account's approvals up to the chain's end. */
const MAX_PARTS = 8;

/** Permit2 keeps allowances of its own, which a router uses instead of the token's. */
const permit2Abi = parseAbi([
  "function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)",
]);

/** Reads of one target. */
interface Read extends ContractRead {
  /** Token that is watched if the answer is not 0; else the target itself if it answers at all. */
  readonly allowed?: Address;
}

/** Tokens of which nothing may leave. */
export interface Watching {
  /** Those that the permission watches. */
  readonly watched: readonly Address[];
  /** Those that a called contract may take, and that had no room or do not tell a balance. */
  readonly unwatched: readonly Address[];
  /** True if the service knows of more approvals than it lists. */
  readonly more: boolean;
}

/**
 * Lists the tokens of which nothing may leave: the called contracts that are tokens themselves, and
 * tokens that the account already allowed to a called contract, also through Permit2 and also where
 * it holds none of them now. Those with an allowance of the permission are left out.
 *
 * What the account holds and what it allowed itself comes first. Of other tokens anyone can make an
 * event that names the account; where they are too many, the last ones are not watched.
 *
 * @throws {AcctError} `invalid_params` if more of the account's own are allowed than one permission
 * takes, `chain_down` if the service does not know all tokens and approvals
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
  const [held, { approvals, more }] = await Promise.all([
    readHeld(service, chainId, account, signal),
    readAllowed(service, chainId, account, targets, signal),
  ]);
  const given = approvals.flatMap(({ kind, token: { address }, spender, own }) =>
    (kind === "allowance" || kind === "permit2") && address !== null && !isListed(address)
      ? [{ token: address, spender, own }]
      : []
  );
  const own = new Set([
    ...held.map((token) => token.toLowerCase()),
    ...given.flatMap((each) => each.own ? [each.token.toLowerCase()] : []),
  ]);
  const tokens = held.filter((token) => !isListed(token));
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
      ...tokens.flatMap((token) => mayTake(token, target)),
    ]),
    ...given.flatMap(({ token, spender }) => mayTake(token, spender)),
  ], signal);
  // A token that does not tell its balance would end every use of the permission.
  const silent = await silentAmong(service, chainId, found, balance, signal);
  const measured = found.filter((token) => !silent.has(token));
  const isFirst = (token: Address) =>
    own.has(token.toLowerCase()) || targets.includes(token.toLowerCase() as Address);
  const first = measured.filter(isFirst);
  if (first.length > MAX_PERMISSION_ENTRIES) {
    throw new AcctError("invalid_params", {
      field: "params[0].permissions.calls",
      detail: `The account allowed these contracts more than ${MAX_PERMISSION_ENTRIES} tokens.`,
    });
  }
  const others = measured.filter((token) => !isFirst(token));
  const room = MAX_PERMISSION_ENTRIES - first.length;
  return {
    watched: [...first, ...others.slice(0, room)],
    unwatched: [...silent, ...others.slice(room)],
    more,
  };
}

/**
 * Lists the tokens that the account holds, as far as the service lists them.
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
  // A chain that the service could not read is left out: its tokens are unknown, not none.
  if (held === undefined) throw new AcctError("chain_down");
  return held.flatMap(({ address }) => address === null ? [] : [address]);
}

/**
 * Lists what the account ever allowed to the targets. The service reads long histories in parts.
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

/** Lists the tokens that the answers say are to be watched, each once. */
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

/** Returns the tokens that do not tell the account's balance. */
async function silentAmong(
  service: ServiceClient,
  chainId: number,
  tokens: readonly Address[],
  balance: Hex,
  signal: AbortSignal,
): Promise<ReadonlySet<Address>> {
  const reads = tokens.map((target) => ({ target, data: balance }));
  const answers = await readContracts(service, chainId, reads, signal);
  return new Set(tokens.filter((_, index) => size(answers[index]!) < 32));
}

/** Encodes the question how much a contract may take of a token. */
function allowance(account: Address, spender: Address): Hex {
  return encodeFunctionData({
    abi: erc20Abi,
    functionName: "allowance",
    args: [account, spender],
  });
}

/** Encodes the question how much a contract may take through Permit2. */
function throughPermit2(account: Address, token: Address, spender: Address): Hex {
  return encodeFunctionData({
    abi: permit2Abi,
    functionName: "allowance",
    args: [account, token, spender],
  });
}
