/** Refuses calls that would give a dApp control of the account. @module */
import { type Address, isAddressEqual } from "viem";
import { contracts, ENTRY_POINT } from "../chain/contracts.ts";
import { AcctError } from "../protocol/errors.ts";
import type { Call } from "./calls.ts";

/**
 * Refuses calls to the account itself and to the contracts that protect it.
 *
 * @throws {AcctError} `invalid_params` with the call's path
 */
export function refuseOwnContracts(calls: readonly Call[], account: Address): void {
  const { factory, implementation, permissions } = contracts;
  calls.forEach((call, index) => {
    for (const own of [account, ENTRY_POINT, factory, implementation, permissions]) {
      if (isAddressEqual(call.to, own)) {
        throw new AcctError("invalid_params", {
          field: `calls[${index}].to`,
          detail: "A page cannot call the account itself or the wallet's own contracts.",
        });
      }
    }
  });
}
