/**
 * `acct_getDescriptors`: returns descriptors of the public registry for the client to verify.
 *
 * @module
 */
import { acctGetDescriptors as definition } from "../../core/protocol/service/methods/reads/acct_get_descriptors.ts";
import { runsDescribed } from "../chain/node/replaceable.ts";
import { codePins } from "./code_pins.ts";
import { method } from "./method.ts";

/**
 * Reads the descriptors of some contracts, each once. Returns none if the operator has no copy. A
 * contract that can execute code other than its described code has none. A contract on an
 * unreachable chain has none either.
 */
export const acctGetDescriptors = method(
  definition,
  async (context, _caller, { chainId, contracts, typeHash }) => {
    const id = Number(chainId);
    const chain = context.chains.get(id);
    const { descriptors } = context;
    if (descriptors === undefined || chain === undefined) return [];
    const found = await Promise.all(contracts.map(async (address) => {
      const text = descriptors(id, address, typeHash);
      if (text === undefined) return [];
      const place = { chainId: id, address };
      return await runsDescribed(chain.node, place, codePins).catch(() => false) ? [text] : [];
    }));
    return [...new Set(found.flat())];
  },
);
