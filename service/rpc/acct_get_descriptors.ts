/** `acct_getDescriptors`: hands over descriptors of the public registry, which the client checks. @module */
import { acctGetDescriptors as definition } from "../../core/protocol/service/methods/reads/acct_get_descriptors.ts";
import { method } from "./method.ts";

/** Reads the descriptors of some contracts, each once; none if the operator has no copy. */
export const acctGetDescriptors = method(
  definition,
  (context, _caller, { chainId, contracts, typeHash }) =>
    Promise.resolve([
      ...new Set(
        contracts.flatMap((address) =>
          context.descriptors?.(Number(chainId), address, typeHash) ?? []
        ),
      ),
    ]),
);
