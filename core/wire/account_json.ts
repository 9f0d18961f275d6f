/** Validates accounts from storage and messages. @module */
import { isAddress, isHex } from "viem";
import type { AccountJson } from "./values.ts";

/** Checks whether a value has the shape of an account. */
export function isAccount(value: unknown): value is AccountJson {
  const { address, owners, nonce }: AccountJson = Object(value);
  return isAddress(address) && Array.isArray(owners) && owners.length > 0 && owners.length <= 16 &&
    owners.every((owner: unknown) => isHex(owner) && owner.length % 2 === 0) &&
    isHex(nonce) && nonce.length > 2;
}
