import { AcctError } from "../../protocol/errors.ts";
import { chainId, member, paramsAt } from "../../protocol/check.ts";
import type { Handler } from "./context.ts";

/**
 * Changes the current chain: `[{ chainId }]`.
 *
 * @see https://eips.ethereum.org/EIPS/eip-3326
 */
export const walletSwitchChain: Handler = async (context, params) => {
  const wanted = chainId(member(paramsAt(params, 0), "chainId"));
  const { chains } = await context.service.configuration(context.signal);
  const chain = chains.find((candidate) => candidate.id === wanted);
  if (chain === undefined || (chain.testnet && !context.options.showTestnets)) {
    throw new AcctError("chain_unknown", { detail: `(chain ${wanted})` });
  }
  context.setChain(wanted);
  return null;
};
