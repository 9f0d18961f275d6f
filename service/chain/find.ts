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

/**
 * Returns the id of the configured chain that a method's parameters name, by itself or in the filters
 * of `wallet_getAssets`; undefined if they name none or several.
 */
export function chainIn(
  params: unknown,
  chains: ReadonlyMap<number, Chain>,
): number | undefined {
  const first: unknown = Array.isArray(params) ? params[0] : params;
  if (typeof first !== "object" || first === null) return undefined;
  const named = namedIn(first).flatMap((id) => typeof id === "string" ? [Number(id)] : []);
  const [id, ...others] = new Set(named.filter((each) => chains.has(each)));
  return others.length === 0 ? id : undefined;
}

/** Lists what names chains; of the filters only the one that counts. */
function namedIn(params: object): readonly unknown[] {
  const { chainId, assetFilter, chainFilter } = params as Readonly<Record<string, unknown>>;
  if (chainId !== undefined) return [chainId];
  if (assetFilter === undefined) return Array.isArray(chainFilter) ? chainFilter : [];
  return Object.keys(assetFilter ?? {});
}
