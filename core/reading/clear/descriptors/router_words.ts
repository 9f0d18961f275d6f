/** What Uniswap's router says the same way in all of its commands. @module */
import { type FieldFormat, partyOf } from "../descriptor.ts";

/** Stand for the caller and for the router, where the router looks for them. */
const stand = {
  senderAddress: ["0x0000000000000000000000000000000000000001"],
  selfAddress: ["0x0000000000000000000000000000000000000002"],
} as const;

/** Who receives. */
export const to: FieldFormat = partyOf("recipient", "To", stand);

/** Stands for ether in the place of a token. */
export const ether = {
  nativeCurrencyAddress: ["0x0000000000000000000000000000000000000000"],
} as const;

/** Stands for all that an earlier step has left with the router. */
const everything = String(2n ** 255n);

/** How that is said. */
export const held = { exactly: { [everything]: "All that the router holds" } };

/** Who pays. */
export const payer: FieldFormat = {
  path: "payerIsUser",
  label: "Taken from",
  format: "enum",
  params: { $ref: "$.metadata.enums.payer" },
};
