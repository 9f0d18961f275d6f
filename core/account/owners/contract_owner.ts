/**
 * Rejects contracts as owners. An owner is an address for all chains, and only the holder of a key has
 * the same address on each. A contract exists on the chains on which it was deployed; elsewhere its
 * address can belong to a contract of an attacker.
 *
 * @module
 */
import { type Address, type Hex, isHex } from "viem";
import { AcctError } from "../../protocol/errors.ts";
import { isDelegation } from "../code.ts";

/** Code at the address on one chain. */
export interface CodeAt {
  /** Display name of the chain. */
  readonly chain: string;
  /** The code; anything else if the chain did not answer. */
  readonly code: unknown;
}

/**
 * Rejects an address that is a contract on one of these chains. Chains that did not answer are ignored:
 * of many chains one is often unreachable, and it would block every new owner. Such a chain is also no
 * proof of safety, because a contract can be deployed after the check.
 *
 * @throws {AcctError} `owner_is_contract`, which names the address and the chains
 */
export function refuseContract(address: Address, codes: readonly CodeAt[], field: string): void {
  const found = codes.filter(({ code }) => isHex(code) && isContract(code));
  if (found.length === 0) return;
  const chains = found.map(({ chain }) => chain).join(", ");
  throw new AcctError("owner_is_contract", {
    field,
    detail:
      `${address} has code on ${chains}. A contract cannot be an owner: on other chains its ` +
      "address may belong to another contract.",
  });
}

/** Returns true if code is a contract's. */
function isContract(code: Hex): boolean {
  return code !== "0x" && !isDelegation(code);
}
