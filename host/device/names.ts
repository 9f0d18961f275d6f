/** Names of accounts and addresses on this device. @module */
import type { Address } from "../../core/lib/hex.ts";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { MAX_NAME_LENGTH } from "../../core/ground/limits.ts";
import { cleanText } from "../../core/lib/text.ts";
import { shortAddress } from "../../ui/parts/values/address.tsx";
import type { Device } from "./device.ts";

/** Display name of an account. */
export function nameOf({ ens, name, account }: AccountRecord): string {
  return cleanText(ens ?? name, MAX_NAME_LENGTH) || shortAddress(account.address);
}

/**
 * Returns the device's names of addresses: contacts, own accounts, and sites that requested a
 * permission. Other addresses are shortened.
 */
export function addressNames({ book, contacts, grants }: Device): (address: Address) => string {
  const names = new Map<string, string>();
  for (const { spender, origin, agent } of grants.list()) {
    // A name from a link is quoted, because the link's author chose it.
    const name = (origin === null ? undefined : hostOf(origin)) ?? (agent && `“${agent.name}”`);
    if (name !== undefined) names.set(spender.toLowerCase(), name);
  }
  for (const record of book.list()) names.set(record.account.address.toLowerCase(), nameOf(record));
  for (const { address, name } of contacts.list()) names.set(address.toLowerCase(), name);
  return (address) => names.get(address.toLowerCase()) ?? shortAddress(address);
}

/** Returns an origin without its scheme. */
export function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//, "");
}
