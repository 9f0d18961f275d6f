/** Verifies reverse records: a name counts only if it leads back to its address. @module */
import { type Address, isAddressEqual } from "viem";
import { readDomain } from "./label.ts";

/** Reads of ENS. */
export interface NameReads {
  /** Name that an address claims. */
  readonly reverse: (address: Address) => Promise<string | null>;
  /** Address of a name. */
  readonly forward: (name: string) => Promise<Address | null>;
}

/**
 * Returns the name of an address; `null` if it has none, if the name is not written in its normal
 * form (ENSIP-15), or if it leads elsewhere.
 */
export async function verifiedName(address: Address, reads: NameReads): Promise<string | null> {
  const claimed = await reads.reverse(address);
  if (claimed === null || readDomain(claimed) !== claimed) return null;
  const found = await reads.forward(claimed);
  return found !== null && isAddressEqual(found, address) ? claimed : null;
}
