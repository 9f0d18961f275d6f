/** Lists the token approvals of an account. @module */
import { encodeFunctionData, erc20Abi, hexToBigInt, parseAbi, size, slice } from "viem";
import { endApprovalCalls } from "../account/approvals.ts";
import type { Address } from "../lib/hex.ts";
import { PERMIT2 } from "../chain/permit2.ts";
import { AcctError } from "../ground/errors.ts";
import type { StandingApprovalJson } from "../wire/approvals.ts";
import type { ChainJson } from "../wire/values.ts";
import type { ServiceClient } from "./client.ts";
import { type ContractRead, nodeCodes, readContracts } from "./read_contracts.ts";

/** Maximum number of requests in which the service reads the chains to their ends. */
const MAX_PARTS = 8;

const abi = parseAbi([
  "function isApprovedForAll(address owner, address operator) view returns (bool)",
  "function isOperator(address owner, address spender) view returns (bool)",
  "function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)",
]);

/** Active approvals on the networks that could be read. */
export interface StandingApprovals {
  /**
   * Active approvals. For each network, the account's own approvals come first, then the newest.
   */
  readonly approvals: readonly StandingApprovalJson[];
  /** Networks that could not be read completely; further approvals may exist. */
  readonly missing: readonly ChainJson[];
  /** Networks with more approvals than are listed. */
  readonly more: readonly ChainJson[];
}

/**
 * Lists the active approvals of an account on all networks. The service finds them by their events.
 * Each is then verified on its chain, because revoking a nonexistent approval can grant one: for an
 * NFT collection, the second argument of `approve` is a token id.
 *
 * @throws {AcctError} if the service cannot be reached
 */
export async function listApprovals(
  service: ServiceClient,
  account: Address,
  signal?: AbortSignal,
): Promise<StandingApprovals> {
  const { chains } = await service.configuration(signal);
  let found = await service.call("acct_getApprovals", { account }, signal);
  for (let part = 1; part < MAX_PARTS && found.some(({ complete }) => !complete); part++) {
    const next = await service.call("acct_getApprovals", { account }, signal);
    // A network that is down makes no progress.
    if (JSON.stringify(next) === JSON.stringify(found)) break;
    found = next;
  }
  const read = await Promise.all(chains.map(async (chain) => {
    const listed = found.find(({ chainId }) => Number(chainId) === chain.id);
    const approvals = listed?.approvals ?? [];
    const standing = await verify(service, chain.id, account, approvals, signal).catch(() => null);
    return {
      chain,
      approvals: standing ?? [],
      isMissing: standing === null || listed?.complete !== true,
      isMore: listed?.more === true,
    };
  }));
  return {
    approvals: read.flatMap(({ approvals }) => approvals),
    missing: read.flatMap(({ chain, isMissing }) => isMissing ? [chain] : []),
    more: read.flatMap(({ chain, isMore }) => isMore ? [chain] : []),
  };
}

async function verify(
  service: ServiceClient,
  chainId: number,
  account: Address,
  approvals: readonly StandingApprovalJson[],
  signal: AbortSignal | undefined,
): Promise<StandingApprovalJson[]> {
  const asked = approvals.flatMap((approval) => {
    const read = readOf(account, approval);
    return read === null ? [] : [{ approval, read }];
  });
  const answers = await readContracts(service, chainId, asked.map(({ read }) => read), signal);
  return asked.flatMap(({ approval }, index) => {
    const answer = answers[index]!;
    return size(answer) >= 32 && hexToBigInt(slice(answer, 0, 32)) > 0n ? [approval] : [];
  });
}

function readOf(
  account: Address,
  { kind, token: { address: target }, spender }: StandingApprovalJson,
): ContractRead | null {
  if (target === null) return null;
  const args = [account, spender] as const;
  switch (kind) {
    case "allowance":
      return {
        target,
        data: encodeFunctionData({ abi: erc20Abi, functionName: "allowance", args }),
      };
    case "operator":
      return { target, data: encodeFunctionData({ abi, functionName: "isApprovedForAll", args }) };
    case "operator6909":
      return { target, data: encodeFunctionData({ abi, functionName: "isOperator", args }) };
    case "permit2":
      return {
        target: PERMIT2,
        data: encodeFunctionData({
          abi,
          functionName: "allowance",
          args: [account, target, spender],
        }),
      };
  }
}

/**
 * Excludes approvals whose tokens currently reject a revocation, because one of them would make the
 * whole batch fail. If all tokens reject it, all approvals are kept, and the dialog shows the
 * reason.
 */
export async function endableApprovals(
  service: ServiceClient,
  account: Address,
  approvals: readonly StandingApprovalJson[],
): Promise<readonly StandingApprovalJson[]> {
  const refusals = await Promise.all(approvals.map(async (approval) => {
    const [call] = endApprovalCalls([approval]);
    if (call === undefined) return false;
    const asked = { from: account, to: call.to, data: call.data };
    try {
      await service.chain(Number(approval.chainId), "eth_call", [asked, "latest"]);
      return false;
    } catch (error) {
      // An error of a node that is down is not a rejection.
      return error instanceof AcctError && nodeCodes.includes(error.code);
    }
  }));
  const endable = approvals.filter((_, index) => !refusals[index]);
  return endable.length > 0 ? endable : approvals;
}
