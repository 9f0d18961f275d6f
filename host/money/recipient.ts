/** Finds the address that a user means: typed in full, or by a name. @module */
import { type Address, getAddress, isAddress } from "viem";
import type { Device } from "../device.ts";

/** A recipient. */
export interface Recipient {
  readonly address: Address;
  /** Name by which it was found. */
  readonly name?: string;
}

/** Kinds of input. */
export type Typed =
  | { readonly kind: "none" | "invalid" }
  | { readonly kind: "address"; readonly recipient: Recipient }
  | { readonly kind: "name"; readonly name: string };

/** Reads what was typed; a checksum that is wrong makes an address invalid. */
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

/** Looks a name up; `null` if it has no address. */
export async function lookUp(
  { service }: Pick<Device, "service">,
  name: string,
): Promise<Recipient | null> {
  const found = await service.call("acct_resolveName", { name });
  if (found.address === null || found.name === null || !isAddress(found.address)) return null;
  return { address: getAddress(found.address), name: found.name };
}
