/** Finds the tokens that a permission must not touch. @module */
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBigInt,
  multicall3Abi,
  numberToHex,
  parseAbi,
  size,
  slice,
} from "viem";
import type { ServiceClient } from "../client/client.ts";
import { MULTICALL } from "../chain/contracts.ts";
import { MAX_PERMISSION_ENTRIES } from "../protocol/limits.ts";
import { AcctError } from "../protocol/errors.ts";
import type { GrantRequest } from "../permission/request.ts";
import { PERMIT2 } from "../permission/soundness.ts";

/** Reads per request: nodes limit the gas of each. */
const MAX_READS = 200;

/** Permit2 keeps allowances of its own, which a router uses instead of the token's. */
const permit2Abi = parseAbi([
  "function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)",
]);

/** Reads of one target. */
interface Read {
  readonly target: Address;
  readonly data: Hex;
  /** Token that is watched if the answer is not 0; else the target itself if it answers at all. */
  readonly allowed?: Address;
}

/**
 * Lists the tokens of which nothing may leave: the called contracts that are tokens themselves, and
 * the account's tokens that it already allowed to a called contract, also through Permit2. Those with
 * an allowance of the permission are left out.
 *
 * @throws {AcctError} `invalid_params` if there are more than one permission takes, `chain_down` if
 * the service does not list the account's tokens
 */
export async function tokensToWatch(
  service: ServiceClient,
  { chainId, account, calls, spends }: GrantRequest & {
    readonly chainId: number;
    readonly account: Address;
  },
  signal: AbortSignal,
): Promise<Address[]> {
  const listed = new Set(spends.map(({ token }) => token.toLowerCase()));
  const isListed = (token: Address) => listed.has(token.toLowerCase());
  const targets = [...new Set(calls.map(({ target }) => target.toLowerCase() as Address))]
    .filter((target) => !isListed(target));
  if (targets.length === 0) return [];
  const id = numberToHex(chainId);
  const assets = await service.call("wallet_getAssets", {
    account,
    chainFilter: [id],
    assetTypeFilter: ["erc20"],
  }, signal);
  const held = assets[id];
  // A chain that the service could not read is left out: its tokens are unknown, not none.
  if (held === undefined) throw new AcctError("chain_down");
  const tokens = held.flatMap(({ address }) =>
    address === null || isListed(address) ? [] : [address]
  );
  const balance = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [account] });
  const reads = targets.flatMap((target): Read[] => {
    const args = [account, target] as const;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: "allowance", args });
    return [
      { target, data: balance },
      ...tokens.flatMap((token): Read[] => [
        { target: token, data, allowed: token },
        { target: PERMIT2, data: throughPermit2(account, token, target), allowed: token },
      ]),
    ];
  });
  const found = new Map<string, Address>();
  for (let from = 0; from < reads.length; from += MAX_READS) {
    const part = reads.slice(from, from + MAX_READS);
    const answers = await readAll(service, chainId, part, signal);
    answers.forEach((answer, index) => {
      const { target, allowed } = part[index]!;
      if (size(answer) < 32) return;
      if (allowed !== undefined && hexToBigInt(slice(answer, 0, 32)) === 0n) return;
      const token = allowed ?? target;
      found.set(token.toLowerCase(), token);
    });
  }
  if (found.size > MAX_PERMISSION_ENTRIES) {
    throw new AcctError("invalid_params", {
      field: "params[0].permissions.calls",
      detail: `The account allowed these contracts more than ${MAX_PERMISSION_ENTRIES} tokens.`,
    });
  }
  return [...found.values()];
}

/** Encodes the question how much a contract may take through Permit2. */
function throughPermit2(account: Address, token: Address, spender: Address): Hex {
  return encodeFunctionData({
    abi: permit2Abi,
    functionName: "allowance",
    args: [account, token, spender],
  });
}

/** Reads in one call; what reverts is answered by nothing. */
async function readAll(
  service: ServiceClient,
  chainId: number,
  reads: readonly Read[],
  signal: AbortSignal,
): Promise<Hex[]> {
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: "aggregate3",
    args: [reads.map(({ target, data }) => ({ target, callData: data, allowFailure: true }))],
  });
  const request = [{ to: MULTICALL, data }, "latest"];
  const answer = await service.chain(chainId, "eth_call", request, signal) as Hex;
  return decodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", data: answer })
    .map(({ success, returnData }) => success ? returnData : "0x");
}
