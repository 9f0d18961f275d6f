/** Rejects changes and recoveries that add a contract as an owner. @module */
import { getAddress, type Hex, size, slice } from "viem";
import { refuseContract } from "../../core/account/owners/contract_owner.ts";
import { type OwnerHistory, setAt } from "../../core/account/owners/history.ts";
import type { OwnerStepJson } from "../../core/wire/owners.ts";
import type { Chain } from "../chain/chain.ts";
import { isChainFailure } from "../chain/node/failure.ts";

/**
 * Rejects a change if one of its new owners is a contract on a chain. A change that landed on a
 * chain is accepted: the chain already applied it, and without the change the other chains could
 * not follow.
 *
 * @param field path of the owners in the params
 * @param hasLanded reads whether a chain has the change; called only if a contract was found
 * @throws {AcctError} `owner_is_contract`
 */
export async function refuseContracts(
  chains: ReadonlyMap<number, Chain>,
  { from, owners }: Pick<OwnerStepJson, "from" | "owners">,
  { stored, field, hasLanded }: {
    readonly stored: OwnerHistory;
    readonly field: string;
    readonly hasLanded: () => Promise<boolean>;
  },
): Promise<void> {
  const before = new Set(
    from.flatMap((head) => setAt(stored, head)?.owners ?? []).map(({ owner }) => owner),
  );
  const added = owners.map(({ owner }) => owner.toLowerCase() as Hex)
    .filter((owner) => size(owner) === 32 && !before.has(owner));
  try {
    await Promise.all(added.map((owner) => refuseOn(chains, owner, field)));
  } catch (error) {
    if (!await hasLanded()) throw error;
  }
}

/** Reads the code of an address on all chains. */
async function refuseOn(
  chains: ReadonlyMap<number, Chain>,
  owner: Hex,
  field: string,
): Promise<void> {
  const address = getAddress(slice(owner, 12));
  const codes = await Promise.all([...chains.values()].map(async ({ config, node }) => ({
    chain: config.name,
    code: await node.request<Hex>("eth_getCode", [address, "latest"]).catch((error) => {
      if (!isChainFailure(error)) throw error;
      return null;
    }),
  })));
  refuseContract(address, codes, field);
}
