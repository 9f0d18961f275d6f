/** Names of accounts and addresses on this device. @module */
import type { Address } from "../../core/lib/hex.ts";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { MAX_NAME_LENGTH } from "../../core/ground/limits.ts";
import { cleanText } from "../../core/lib/text.ts";
import { shortAddress } from "../../ui/text/short_address.ts";
import type { HomeText } from "../text/home_en.ts";
import type { Device } from "./device.ts";

/** Display name of an account. */
export function nameOf({ ens, name, account }: AccountRecord): string {
  return cleanText(ens ?? name, MAX_NAME_LENGTH) || shortAddress(account.address);
}

/** Returns the name of an address, or the shortened address. */
export type NameOf = (address: Address) => string;

/**
 * Returns the device's names of senders and recipients: contacts and own accounts. A site that
 * requested a permission does not name its spender here, because it could choose any address.
 */
export function addressNames(device: Pick<Device, "book" | "contacts">): NameOf {
  return namesFrom(new Map(), device);
}

/** Returns the names of spenders: also the sites that requested their permissions. */
export function spenderNames(device: Device, text: Pick<HomeText, "quoted">): NameOf {
  const names = new Map<string, string>();
  for (const { spender, origin, agent } of device.grants.list()) {
    // A name from a link is quoted, because the link's author chose it.
    const name = (origin === null ? undefined : hostOf(origin)) ??
      (agent && text.quoted(agent.name));
    if (name !== undefined) names.set(spender.toLowerCase(), name);
  }
  return namesFrom(names, device);
}

function namesFrom(
  names: Map<string, string>,
  { book, contacts }: Pick<Device, "book" | "contacts">,
): NameOf {
  for (const record of book.list()) names.set(record.account.address.toLowerCase(), nameOf(record));
  for (const { address, name } of contacts.list()) names.set(address.toLowerCase(), name);
  return (address) => names.get(address.toLowerCase()) ?? shortAddress(address);
}

/** Returns an origin without its scheme. */
export function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//, "");
}

/** Returns true for a shortened address, which is no name. */
export function isShortened(name: string): boolean {
  return /^0x[0-9a-fA-F]+…[0-9a-fA-F]+$/.test(name);
}
