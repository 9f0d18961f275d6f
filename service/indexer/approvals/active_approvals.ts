/** Lists the active approvals of an account, as the chain reports them now. @module */
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  numberToHex,
  parseAbi,
} from "viem";
import type { GetApprovalsParams } from "../../../core/protocol/service/mod.ts";
import type { ApprovalsJson, StandingApprovalJson } from "../../../core/wire/approvals.ts";
import type { Chain } from "../../chain/chain.ts";
import { PERMIT2 } from "../../chain/simulation/effects.ts";
import { isChainFailure } from "../../chain/node/failure.ts";
import { findChain } from "../../chain/find.ts";
import { readWords } from "../../chain/words.ts";
import type { IndexerContext } from "../reading/context.ts";
import { describeToken } from "../../chain/simulation/describe.ts";
import type { ApprovalTable } from "../../store/approval_tables.ts";
import { readProgress } from "../../store/rows/approval_progress.ts";
import { listGiven, listOwnTokens } from "../../store/rows/approvals.ts";
import { readApprovals } from "./account_approvals.ts";

/** Approvals looked at per account and chain. */
const MAX_APPROVALS = 200;

const abi = parseAbi([
  "function isApprovedForAll(address owner, address operator) view returns (bool)",
  "function isOperator(address owner, address spender) view returns (bool)",
  "function allowance(address owner, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)",
]);

/**
 * Lists active approvals on one chain, or on all. A chain that cannot be read has an incomplete
 * list.
 */
export async function listStanding(
  context: IndexerContext,
  { account, chainId, spenders }: GetApprovalsParams,
): Promise<readonly ApprovalsJson[]> {
  const chains = chainId === undefined
    ? [...context.chains.values()]
    : [findChain(context.chains, chainId)];
  return await Promise.all(chains.map(async (chain) => {
    try {
      return await standingOn(context, chain, account, spenders);
    } catch (error) {
      if (!isChainFailure(error)) throw error;
      return {
        chainId: numberToHex(chain.id),
        approvals: [],
        received: [],
        complete: false,
        more: false,
      };
    }
  }));
}

async function standingOn(
  { store }: IndexerContext,
  chain: Chain,
  account: Address,
  spenders: readonly Address[] | undefined,
): Promise<ApprovalsJson> {
  const readAll = spenders?.length === 0 || await readApprovals(store, chain, account);
  const wanted = { account, chainId: chain.id, spenders, most: MAX_APPROVALS + 1 };
  const progress = spenders?.length === 0 ? null : await readProgress(store, wanted);
  const rows = spenders?.length === 0 ? [] : await listGiven(store, wanted);
  const looked = rows.slice(0, MAX_APPROVALS);
  const found = await Promise.all(looked.map((row) => stands(chain, account, row)));
  return {
    chainId: numberToHex(chain.id),
    approvals: found.filter((each) => each !== null),
    received: (await listOwnTokens(store, account, chain.id)).map((token) => getAddress(token)),
    complete: readAll,
    more: rows.length > MAX_APPROVALS || progress?.left_out === 1,
  };
}

/** Reads an approval from the chain. Returns `null` if it is not active. */
async function stands(
  chain: Chain,
  account: Address,
  { kind, own, ...row }: ApprovalTable,
): Promise<StandingApprovalJson | null> {
  const [token, spender] = [getAddress(row.token), getAddress(row.spender)];
  const found = await readStanding(chain, account, { kind, token, spender });
  if (found === null) return null;
  return {
    chainId: numberToHex(chain.id),
    token: await describeToken(chain, token),
    spender,
    own: own === 1,
    ...found,
  };
}

/** The fields of an approval that are read from the chain. */
type Standing = Pick<StandingApprovalJson, "kind" | "amount" | "expiration">;

async function readStanding(
  chain: Chain,
  account: Address,
  { kind, token, spender }: Pick<ApprovalTable, "kind"> & {
    readonly token: Address;
    readonly spender: Address;
  },
): Promise<Standing | null> {
  if (kind === "permit2") return await readPermit2(chain, account, token, spender);
  if (kind === "operator") return await readOperator(chain, account, token, spender);
  const amount = await readAllowance(chain, account, token, spender);
  return amount === 0n ? null : { kind, amount: numberToHex(amount) };
}

async function readAllowance(chain: Chain, account: Address, target: Address, spender: Address) {
  const callData = encodeFunctionData({
    abi: erc20Abi,
    functionName: "allowance",
    args: [account, spender],
  });
  const [amount] = await readWords(chain, [{ target, callData }]);
  return amount ?? 0n;
}

/** Reads with the functions of collections and with the functions of ERC-6909. */
async function readOperator(
  chain: Chain,
  account: Address,
  target: Address,
  spender: Address,
): Promise<Standing | null> {
  const args = [account, spender] as const;
  const answers = await readWords(chain, [
    { target, callData: encodeFunctionData({ abi, functionName: "isApprovedForAll", args }) },
    { target, callData: encodeFunctionData({ abi, functionName: "isOperator", args }) },
  ]);
  const [ofItems, of6909] = answers.map((answer) => answer !== null && answer !== 0n);
  if (ofItems) return { kind: "operator", amount: "0x1" };
  return of6909 ? { kind: "operator6909", amount: "0x1" } : null;
}

async function readPermit2(
  chain: Chain,
  account: Address,
  token: Address,
  spender: Address,
): Promise<Standing | null> {
  const data = encodeFunctionData({
    abi,
    functionName: "allowance",
    args: [account, token, spender],
  });
  const answer = await chain.node.request<Hex>("eth_call", [{ to: PERMIT2, data }, "latest"]);
  if (answer.length !== 2 + 3 * 64) return null;
  const [amount, expiration] = [0, 1].map((word) =>
    BigInt(`0x${answer.slice(2 + word * 64, 66 + word * 64)}`)
  );
  const { timestamp } = await chain.node.request<{ timestamp: Hex }>("eth_getBlockByNumber", [
    "latest",
    false,
  ]);
  // Permit2 still accepts an allowance in its last second.
  if (amount! === 0n || expiration! < BigInt(timestamp)) return null;
  return { kind: "permit2", amount: numberToHex(amount!), expiration: Number(expiration!) };
}
