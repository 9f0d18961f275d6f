/**
 * Lists the approvals that still stand: the store knows which were given, the chain what is left.
 *
 * @module
 */
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  numberToHex,
  parseAbi,
} from "viem";
import { AcctError } from "../../core/protocol/errors.ts";
import type { StandingApprovalJson, TokenJson } from "../../core/protocol/service/mod.ts";
import type { Chain } from "../chain/chain.ts";
import { NodeError } from "../chain/node.ts";
import { readToken } from "../chain/tokens.ts";
import type { Context } from "../context.ts";
import { listApprovals } from "../store/approvals.ts";
import type { ApprovalTable } from "../store/schema.ts";

const operatorAbi = parseAbi([
  "function isApprovedForAll(address owner, address operator) view returns (bool)",
]);

/** Gas per look: enough for proxies, too little to stall the node. */
const GAS_PER_CALL = numberToHex(300_000);

/** Lists the approvals of an account on all chains that can be reached. */
export async function standingApprovals(
  { chains, store }: Pick<Context, "chains" | "store">,
  account: Address,
): Promise<StandingApprovalJson[]> {
  const found = await Promise.all([...chains.values()].map(async (chain) => {
    try {
      const given = await listApprovals(store, account, chain.id);
      return await Promise.all(given.map((approval) => look(chain, account, approval)));
    } catch (error) {
      if (error instanceof AcctError) return [];
      throw error;
    }
  }));
  return found.flat().filter((approval) => approval !== null);
}

/** Reads what is left of an approval; `null` for nothing. */
async function look(
  chain: Chain,
  account: Address,
  { token, spender, kind }: ApprovalTable,
): Promise<StandingApprovalJson | null> {
  const args = [account, spender as Address] as const;
  const data = kind === "allowance"
    ? encodeFunctionData({ abi: erc20Abi, functionName: "allowance", args })
    : encodeFunctionData({ abi: operatorAbi, functionName: "isApprovedForAll", args });
  const amount = await readWord(chain, token as Address, data);
  if (amount === 0n) return null;
  return {
    chainId: numberToHex(chain.id),
    kind,
    token: await readToken(chain, token as Address) ?? unnamed(token as Address),
    spender: getAddress(spender),
    amount: numberToHex(amount),
  };
}

async function readWord(chain: Chain, to: Address, data: Hex): Promise<bigint> {
  try {
    const answer = await chain.node.request<Hex>("eth_call", [
      { to, data, gas: GAS_PER_CALL },
      "latest",
    ]);
    return answer.length === 66 ? BigInt(answer) : 0n;
  } catch (error) {
    if (error instanceof NodeError) return 0n;
    throw error;
  }
}

function unnamed(address: Address): TokenJson {
  return { address: getAddress(address), symbol: "?", name: "?", decimals: 0 };
}
