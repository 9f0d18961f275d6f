/**
 * Defines the wallet's own descriptions of functions that change the control of a contract. They
 * take precedence over any descriptor, because a descriptor may describe the change vaguely.
 *
 * @module
 */
import { type FieldFormat, type FunctionFormat, party } from "../descriptor/descriptor.ts";

const says = (intent: string, ...fields: readonly FieldFormat[]): FunctionFormat => ({
  intent,
  fields,
});
const newOwner = party("newOwner", "New owner");
const newAdmin = party("newAdmin", "New admin");
const role = (path: string): FieldFormat => ({ path, label: "Role", format: "raw" });

/** Formats by function. */
export const ownWords: Readonly<Record<string, FunctionFormat>> = {
  "acceptOwnership()": says("Take over the contract"),
  "renounceOwnership()": says("Give up the contract for good"),
  "transferOwnership(address newOwner)": says("Hand over the contract", newOwner),
  "setOwner(address newOwner)": says("Hand over the contract", newOwner),
  "changeOwner(address newOwner)": says("Hand over the contract", newOwner),
  "acceptAdmin()": says("Take over the contract"),
  "changeAdmin(address newAdmin)": says("Hand over the contract", newAdmin),
  "setAdmin(address newAdmin)": says("Hand over the contract", newAdmin),
  "setPendingAdmin(address newAdmin)": says("Offer the contract to a new admin", newAdmin),
  "grantRole(bytes32 role,address to)": says("Grant a role", role("role"), party("to", "To")),
  "renounceRole(bytes32 role,address from)": says(
    "Give up a role for good",
    role("role"),
    party("from", "From"),
  ),
  "upgradeTo(address code)": says("Replace the code of the contract", party("code", "New code")),
};
