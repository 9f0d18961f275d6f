/** Describes recipients: contacts and payments of this device at once, verified names later. @module */
import { type Address, isAddressEqual } from "viem";
import { cleanText } from "../lib/text.ts";
import { MAX_LOOKED_UP, MAX_NAME_LENGTH } from "../protocol/limits.ts";
import type { LookedUpName } from "../protocol/service/mod.ts";
import type { CallView, PartyView } from "../dialog/types.ts";
import type { WalletContext } from "./context.ts";

/** Parts of the wallet that know about addresses. */
type Known = Pick<WalletContext, "accounts" | "contacts" | "recipients">;

/** Returns the recipients of what calls send, each once. */
export function payeesOf(calls: readonly CallView[]): readonly Address[] {
  const paid = calls.flatMap(({ kind, recipient, to }) =>
    kind === "send"
      ? [recipient ?? to]
      : kind === "token_transfer" || kind === "item_transfer"
      ? recipient ?? []
      : []
  );
  return paid.filter((address, index) =>
    paid.findIndex((other) => isAddressEqual(other, address)) === index
  );
}

/** Describes addresses, as far as this device knows them. */
export function knownParties(
  { accounts, contacts, recipients }: Known,
  addresses: readonly Address[],
): readonly PartyView[] {
  const own = accounts.list();
  return addresses.map((address): PartyView => {
    const account = own.find((record) => isAddressEqual(record.account.address, address));
    const contact = contacts.list().find((each) => isAddressEqual(each.address, address))?.name ??
      (account === undefined ? undefined : account.ens ?? account.name);
    return {
      address,
      paid: recipients.timesPaid(address),
      ...(contact !== undefined && contact !== "" && { contact }),
    };
  });
}

/** Returns the addresses without a name of the user's own, which the service may name. */
export function unnamed(parties: readonly PartyView[]): readonly Address[] {
  return parties.filter(({ contact }) => contact === undefined).map(({ address }) => address)
    .slice(0, MAX_LOOKED_UP);
}

/** Adds the names that the service verified. */
export function withNames(
  parties: readonly PartyView[],
  names: readonly LookedUpName[],
): readonly PartyView[] {
  return parties.map((party) => {
    const found = names.find(({ address }) => isAddressEqual(address, party.address));
    const name = cleanText(found?.name ?? "", MAX_NAME_LENGTH);
    return name === "" ? party : { ...party, name };
  });
}
