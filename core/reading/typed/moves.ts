/**
 * Checks whether typed data of an unknown type may move assets or grant control to others.
 *
 * @module
 */
import type { TypedData } from "../../account/typed_data_types.ts";

/** Words in the names of such types. */
const names = new RegExp(
  "permit|order|approv|maker|taker|listing|offer|sell|ask|bid|trade|swap|transfer|withdraw|send|pay|" +
    "spend|authori[sz]|delegat|claim|redeem|borrow|loan|lend|repay|deposit|stak|bridg|burn|buy|" +
    "purchas|exchang|liquidat|compact|sponsor|quote|intent|convert|settl|unlock|release|" +
    "grant|operat|transaction|owner|session|agent|module|execut|userop|" +
    "recover|guardian|signer|admin|upgrad|migrat|allow|subscri|invoice|debit|refund",
  "i",
);

/** Names of members with a spender. */
const spenders = /^_?(?:spender|operator)s?$/i;
/** Names of members with a receiver. */
const receivers = /^_?(?:to|recipient|receiver|beneficiary|payee|merchant)(?:s|Address)?$/i;
/** Names of members with an amount. */
const amounts = /^_?(?:amount|value|quantity|share|asset|wad)s?(?:In|Out|Wei)?$/i;

/**
 * Matches types of addresses, including the 32-byte addresses of other networks, and of amounts.
 */
const addressType = /^(?:address|bytes32)(?:\[\d*\])*$/;
const amountType = /^u?int\d*(?:\[\d*\])*$/;

/**
 * Checks the name of the type, and the members of all structs, because a page can choose any type
 * name.
 */
export function movesAssets(
  { types, primaryType }: Pick<TypedData, "types" | "primaryType">,
): boolean {
  if (names.test(primaryType)) return true;
  const { EIP712Domain: _, ...structs } = types;
  const fields = Object.values(structs).flat();
  const has = (name: RegExp, of: RegExp) =>
    fields.some((field) => name.test(field.name) && of.test(field.type));
  return has(spenders, addressType) || has(receivers, addressType) && has(amounts, amountType);
}
