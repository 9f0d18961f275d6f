/** Looks up the verified names of addresses. @module */
import { type Address, numberToHex } from "viem";
import { MAX_ACCOUNT_NAME_LENGTH, MAX_LOOKED_UP } from "../../core/ground/limits.ts";
import type { ServiceClient } from "../../core/client/client.ts";
import { payeeName } from "./payee_name.ts";

/** Returns the names by address in lowercase; `null` for an address without one. */
export async function verifiedNames(
  service: Pick<ServiceClient, "call">,
  addresses: readonly Address[],
  chainId: number,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string | null>> {
  const params = { addresses: addresses.slice(0, MAX_LOOKED_UP), chainId: numberToHex(chainId) };
  const found = await service.call("acct_lookUpNames", params, signal);
  return new Map(found.map(({ address, name }) => {
    // The end of a name is its domain, so a cut name could belong to another account.
    const isWhole = name !== null && name.length <= MAX_ACCOUNT_NAME_LENGTH;
    return [address.toLowerCase(), isWhole && payeeName(name) || null];
  }));
}
