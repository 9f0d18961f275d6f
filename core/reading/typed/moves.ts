/** Tells whether typed data of an unknown type may move assets or give others a say. @module */
import type { TypedData } from "../../account/typed_data_types.ts";

/** Words by which types of such data are named. */
const names = new RegExp(
  "permit|order|approv|maker|taker|listing|offer|sell|ask|bid|trade|swap|transfer|withdraw|send|pay|" +
    "spend|authori[sz]|delegat|claim|redeem|borrow|loan|lend|repay|deposit|stak|bridg|burn|buy|" +
    "purchas|exchang|liquidat|compact|sponsor|quote|intent|convert|settl|unlock|release|" +
    "grant|operat|transaction|owner|session|agent|module|execut|userop|" +
    "recover|guardian|signer|admin|upgrad|migrat|allow|subscri|invoice|debit|refund",
  "i",
);

/** Names of members that hold who may spend. */
const spenders = /^_?(?:spender|operator)s?$/i;
/** Names of members that hold who receives something. */
const receivers = /^_?(?:to|recipient|receiver|beneficiary|payee|merchant)(?:s|Address)?$/i;
/** Names of members that hold how much. */
const amounts = /^_?(?:amount|value|quantity|share|asset|wad)s?(?:In|Out|Wei)?$/i;

/** Matches types of addresses, also of networks that write them in 32 bytes, and of amounts. */
const addressType = /^(?:address|bytes32)(?:\[\d*\])*$/;
const amountType = /^u?int\d*(?:\[\d*\])*$/;

/** Checks the name of the type, and the members of all structs: a page can call a type anything. */
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
