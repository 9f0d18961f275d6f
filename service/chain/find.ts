/** Finds a configured chain. @module */
import type { Hex } from "viem";
import { AcctError } from "../../core/ground/errors.ts";
import type { Chain } from "./chain.ts";

/**
 * Returns the chain with this id.
 *
 * @throws {AcctError} `chain_unknown`
 */
export function findChain(chains: ReadonlyMap<number, Chain>, id: Hex | number): Chain {
  const chain = chains.get(Number(id));
  if (chain === undefined) throw new AcctError("chain_unknown", { detail: `Chain ${Number(id)}.` });
  return chain;
}
