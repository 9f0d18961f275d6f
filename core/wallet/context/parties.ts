/**
 * Describes recipients: the device's contacts and payments immediately, verified names later.
 *
 * @module
 */
import type { Address, Hex } from "viem";
import { cleanText } from "../../lib/text.ts";
import { MAX_LOOKED_UP, MAX_NAME_LENGTH } from "../../ground/limits.ts";
import type { LookedUpName } from "../../protocol/service/mod.ts";
import type { CallView, PartyView } from "../../dialog/types.ts";
import type { WalletContext } from "./context.ts";

/** The parts of the wallet that store addresses. */
type Known = Pick<WalletContext, "accounts" | "contacts" | "recipients">;

/** Returns the recipients of calls without duplicates. */
export function payeesOf(calls: readonly CallView[]): readonly Address[] {
  const paid = calls.flatMap(({ kind, recipient, to }) =>
    kind === "send"
      ? [recipient ?? to]
      : kind === "token_transfer" || kind === "item_transfer"
      ? recipient ?? []
      : []
  );
  return [...byAddress(paid, (address) => address).values()];
}

/** Describes addresses from the data on this device. */
export function knownParties(
  { accounts, contacts, recipients }: Known,
  addresses: readonly Address[],
): readonly PartyView[] {
  const own = byAddress(accounts.list(), ({ account }) => account.address);
  const named = byAddress(contacts.list(), (contact) => contact.address);
  return addresses.map((address): PartyView => {
    const account = own.get(address.toLowerCase());
    const contact = named.get(address.toLowerCase())?.name ?? account?.ens ?? account?.name;
    return {
      address,
      paid: recipients.timesPaid(address),
      ...(contact !== undefined && contact !== "" && { contact }),
    };
  });
}

/** Returns the name that this device knows for an address. */
export function nameOfParty(known: Known, address: Address): string | undefined {
  return knownParties(known, [address])[0]?.contact;
}

/** Returns the site or agent that has a permission, or the name of its spender, from this device. */
export async function nameOfHolder(
  context: Known & Pick<WalletContext, "holderOf">,
  id: Hex,
  spender: Address | undefined,
): Promise<string | undefined> {
  // Without the code that reads it, dialogs show the spender's address.
  const holder = await context.holderOf?.(id).catch(() => undefined);
  return holder ?? (spender && nameOfParty(context, spender));
}

/** Returns the addresses without a name set by the user. The service may have a name for them. */
export function unnamed(parties: readonly PartyView[]): readonly Address[] {
  return parties.filter(({ contact }) => contact === undefined).map(({ address }) => address)
    .slice(0, MAX_LOOKED_UP);
}

/** Adds the names that the service verified. */
export function withNames(
  parties: readonly PartyView[],
  names: readonly LookedUpName[],
): readonly PartyView[] {
  const found = byAddress(names, ({ address }) => address);
  return parties.map((party) => {
    const name = cleanText(found.get(party.address.toLowerCase())?.name ?? "", MAX_NAME_LENGTH);
    return name === "" ? party : { ...party, name };
  });
}

/** Indexes entries by address, in any spelling; the first entry of an address is used. */
function byAddress<T>(
  entries: readonly T[],
  addressOf: (entry: T) => Address,
): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const entry of entries) {
    const key = addressOf(entry).toLowerCase();
    if (!found.has(key)) found.set(key, entry);
  }
  return found;
}
