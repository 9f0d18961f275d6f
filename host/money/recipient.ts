/** Finds the address that a user enters: in full, or by a name. @module */
import { type Address, getAddress, isAddress, numberToHex } from "viem";
import type { Device } from "../device/device.ts";

/** A recipient. */
export interface Recipient {
  readonly address: Address;
  /** Name with which it was found. */
  readonly name?: string;
}

/** Kinds of input. */
export type Typed =
  | { readonly kind: "none" | "invalid" }
  | { readonly kind: "address"; readonly recipient: Recipient }
  | { readonly kind: "name"; readonly name: string };

/** Reads the user's input; a wrong checksum makes an address invalid. */
export function readRecipient(typed: string, { contacts }: Pick<Device, "contacts">): Typed {
  const plain = typed.trim();
  if (plain === "") return { kind: "none" };
  if (isAddress(plain)) return { kind: "address", recipient: { address: getAddress(plain) } };
  const known = contacts.list().find(({ name }) =>
    name.toLocaleLowerCase() === plain.toLocaleLowerCase()
  );
  if (known !== undefined) return { kind: "address", recipient: { ...known } };
  return /^[^\s.][^\s]*\.[^\s.]{2,}$/.test(plain) && !plain.startsWith("0x")
    ? { kind: "name", name: plain }
    : { kind: "invalid" };
}

/** Result of a name lookup. */
export type LookedUp =
  | { readonly kind: "found"; readonly recipient: Recipient }
  /** The name has no address on this network. */
  | { readonly kind: "missing"; readonly network: string }
  /** The name has different addresses on different networks. */
  | { readonly kind: "differs" };

/**
 * Looks up a name where its address will be used: on one network, or on every network of the wallet
 * if `chainId` is null. Contacts and recovery addresses are used on all networks, so their name
 * must resolve to the same address everywhere.
 */
export async function lookUp(
  { service }: Pick<Device, "service">,
  name: string,
  chainId: number | null,
): Promise<LookedUp> {
  const { chains } = await service.configuration();
  const used = chains.filter(({ id }) => chainId === null || id === chainId);
  let recipient: Recipient | null = null;
  for (const chain of used) {
    const params = { name, chainId: numberToHex(chain.id) };
    const found = await service.call("acct_resolveName", params);
    if (found.address === null || found.name === null || !isAddress(found.address)) {
      return { kind: "missing", network: chain.name };
    }
    const address = getAddress(found.address);
    if (recipient !== null && recipient.address !== address) return { kind: "differs" };
    recipient = { address, name: found.name };
  }
  return recipient === null
    ? { kind: "missing", network: String(chainId ?? "") }
    : { kind: "found", recipient };
}
