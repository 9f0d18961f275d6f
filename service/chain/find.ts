/** Finds a configured chain. @module */
import type { Hex } from "viem";
import { AcctError } from "../../core/protocol/errors.ts";
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

/** Returns the id of the configured chain that a method's parameters name; undefined if they name none. */
export function chainIn(
  params: unknown,
  chains: ReadonlyMap<number, Chain>,
): number | undefined {
  const first: unknown = Array.isArray(params) ? params[0] : params;
  if (typeof first !== "object" || first === null) return undefined;
  const { chainId } = first as { readonly chainId?: unknown };
  const id = typeof chainId === "string" ? Number(chainId) : NaN;
  return chains.has(id) ? id : undefined;
}
