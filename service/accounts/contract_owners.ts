/** Rejects changes that add a contract as an owner. @module */
import { getAddress, type Hex, size, slice } from "viem";
import { refuseContract } from "../../core/account/owners/contract_owner.ts";
import { type OwnerHistory, type OwnerStep, setAt } from "../../core/account/owners/history.ts";
import type { Chain } from "../chain/chain.ts";
import { isChainFailure } from "../chain/node/failure.ts";

/**
 * Rejects a change if one of its new owners is a contract on a chain. A change that landed on a
 * chain is accepted: the chain already applied it, and without the change the other chains could
 * not follow.
 *
 * @param hasLanded reads whether a chain has the change; called only if a contract was found
 * @throws {AcctError} `owner_is_contract`
 */
export async function refuseContracts(
  chains: ReadonlyMap<number, Chain>,
  { owners, change }: OwnerStep,
  stored: OwnerHistory,
  hasLanded: () => Promise<boolean>,
): Promise<void> {
  const before = new Set(
    change.from.flatMap((head) => setAt(stored, head)?.owners ?? []).map(({ owner }) => owner),
  );
  const added = owners.map(({ owner }) => owner)
    .filter((owner) => size(owner) === 32 && !before.has(owner));
  try {
    await Promise.all(added.map((owner) => refuseOn(chains, owner)));
  } catch (error) {
    if (!await hasLanded()) throw error;
  }
}

/** Reads the code of an address on all chains. */
async function refuseOn(chains: ReadonlyMap<number, Chain>, owner: Hex): Promise<void> {
  const address = getAddress(slice(owner, 12));
  const codes = await Promise.all([...chains.values()].map(async ({ config, node }) => ({
    chain: config.name,
    code: await node.request<Hex>("eth_getCode", [address, "latest"]).catch((error) => {
      if (!isChainFailure(error)) throw error;
      return null;
    }),
  })));
  refuseContract(address, codes, "params[0].change.owners");
}
