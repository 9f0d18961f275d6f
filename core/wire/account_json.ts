/** Validates accounts from storage and messages. @module */
import { type Hex, isAddress, isHex } from "viem";
import type { AccountJson } from "./values.ts";

/** Checks whether a value has the shape of an account. */
export function isAccount(value: unknown): value is AccountJson {
  const account = value as AccountJson | null;
  return typeof account === "object" && account !== null && isAddress(account.address) &&
    Array.isArray(account.owners) && account.owners.length > 0 && account.owners.length <= 16 &&
    account.owners.every((owner: unknown) => isHex(owner) && (owner as Hex).length % 2 === 0) &&
    isHex(account.nonce) && account.nonce.length > 2;
}
