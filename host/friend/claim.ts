/**
 * Compares the name in a link with the name under which the user agreed to help the account. A link
 * can name any friend, for the account of another one.
 *
 * @module
 */
import type { Address } from "viem";
import type { Storage } from "../../core/lib/storage.ts";
import type { AccountRecord } from "../../core/wallet/device/accounts.ts";
import { helpedBook } from "../../core/wallet/device/friends.ts";

/** Owner of an account, as far as this device has it. */
export interface Claim {
  /** Name to show: the confirmed name, or the name of the link. */
  readonly name: string;
  /** The link contradicts the confirmed name, or there is none. */
  readonly doubt: "renamed" | "unknown" | null;
}

/** Returns the name under which the user agreed to help an account, with any of their accounts. */
export function helpedName(
  storage: Storage,
  own: readonly AccountRecord[],
  helped: Address,
): string | undefined {
  const book = helpedBook(storage);
  return own.map(({ account }) => book.nameOf(account.address, helped))
    .find((name) => name !== undefined);
}

/** Compares the name of a link with the confirmed name. */
export function claimOf(name: string, known: string | undefined): Claim {
  if (known === undefined) return { name, doubt: "unknown" };
  const isOther = name !== "" && name.toLowerCase() !== known.toLowerCase();
  return { name: known, doubt: isOther ? "renamed" : null };
}
