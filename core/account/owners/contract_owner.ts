/**
 * Rejects contracts as owners. An owner is an address for all chains, and only the owner of a
 * private key has the same address on each. A contract exists only on the chains on which it was
 * deployed; on other chains, an attacker can deploy a contract at its address.
 *
 * @module
 */
import { type Address, type Hex, isHex } from "viem";
import { AcctError } from "../../ground/errors.ts";
import { isDelegation } from "../code.ts";

/** Code at the address on one chain. */
export interface CodeAt {
  /** Display name of the chain. */
  readonly chain: string;
  /** The code; any other value if the chain did not answer. */
  readonly code: unknown;
}

/**
 * Rejects an address that is a contract on one of these chains. Unreachable chains are ignored:
 * with many chains, one is often unreachable and would block every new owner. A response would not
 * prove safety either, because a contract can be deployed after the check.
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
