/** Names of accounts and of addresses that this device knows. @module */
import type { Address } from "../../core/lib/hex.ts";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { MAX_NAME_LENGTH } from "../../core/protocol/limits.ts";
import { cleanText } from "../../core/lib/text.ts";
import { shortAddress } from "../../ui/parts/address.tsx";
import type { Device } from "../device.ts";

/** Display name of an account. */
export function nameOf({ ens, name, account }: AccountRecord): string {
  return cleanText(ens ?? name, MAX_NAME_LENGTH) || shortAddress(account.address);
}

/**
 * Returns the names of addresses as this device knows them: contacts, own accounts, and sites that
 * asked for a permission. Any other address is shortened.
 */
export function addressNames({ book, contacts, grants }: Device): (address: Address) => string {
  const names = new Map<string, string>();
  for (const { spender, origin, agent } of grants.list()) {
    // A name from a link stands in quotation marks: the link chose it.
    const name = origin?.replace(/^https?:\/\//, "") ?? (agent && `“${agent.name}”`);
    if (name !== undefined) names.set(spender.toLowerCase(), name);
  }
  for (const record of book.list()) names.set(record.account.address.toLowerCase(), nameOf(record));
  for (const { address, name } of contacts.list()) names.set(address.toLowerCase(), name);
  return (address) => names.get(address.toLowerCase()) ?? shortAddress(address);
}
