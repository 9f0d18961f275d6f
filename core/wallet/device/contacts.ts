/** Stores the contacts of this device: names that the user gave to addresses. @module */
import { type Address, isAddress } from "viem";
import { storedList } from "./stored_list.ts";
import type { Storage } from "../../lib/storage.ts";
import { cleanText } from "../../lib/text.ts";
import { MAX_ACCOUNT_NAME_LENGTH } from "../../ground/limits.ts";

/** An address with a name. */
export interface Contact {
  readonly address: Address;
  /** Name, without hidden characters. */
  readonly name: string;
}

/** Store of the contacts. */
export interface ContactBook {
  /** Lists all contacts, the last used first. */
  list(): readonly Contact[];
  /** Adds a contact, or renames it. */
  put(contact: Contact): void;
  /** Removes a contact. */
  forget(address: Address): void;
}

const MAX_CONTACTS = 200;

/** Opens the contacts in a storage. */
export function contactBook(storage: Storage, key = "acct.contacts.1"): ContactBook {
  const list = storedList(
    storage,
    key,
    (entries) =>
      entries.filter(isContact).map(({ address, name }) => ({
        address,
        name: cleanText(name, MAX_ACCOUNT_NAME_LENGTH),
      })).filter(({ name }) => name !== ""),
  );
  const write = (contacts: readonly Contact[]) =>
    void storage.set(key, JSON.stringify(contacts.slice(0, MAX_CONTACTS)));
  const others = (address: Address) =>
    list().filter((other) => other.address.toLowerCase() !== address.toLowerCase());
  return {
    list,
    put: (contact) => write([contact, ...others(contact.address)]),
    forget: (address) => write(others(address)),
  };
}

function isContact(value: unknown): value is Contact {
  const contact = value as Contact | null;
  return typeof contact === "object" && contact !== null && isAddress(contact.address) &&
    typeof contact.name === "string";
}
