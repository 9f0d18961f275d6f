/** Defines fields that all commands of Uniswap's router share. @module */
import { type FieldFormat, partyOf } from "../descriptor/descriptor.ts";

/** Placeholder addresses of the caller and of the router. */
const stand = {
  senderAddress: ["0x0000000000000000000000000000000000000001"],
  selfAddress: ["0x0000000000000000000000000000000000000002"],
} as const;

/** Recipient of the tokens. */
export const to: FieldFormat = partyOf("recipient", "To", stand);

/** Placeholder address of ether. */
export const ether = {
  nativeCurrencyAddress: ["0x0000000000000000000000000000000000000000"],
} as const;

/** Amount that means the router's whole balance, from an earlier step. */
const everything = String(2n ** 255n);

export const held = { exactly: { [everything]: "All that the router holds" } };

/** Payer of the tokens. */
export const payer: FieldFormat = {
  path: "payerIsUser",
  label: "Taken from",
  format: "enum",
  params: { $ref: "$.metadata.enums.payer" },
};
