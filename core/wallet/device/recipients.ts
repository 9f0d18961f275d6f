/**
 * Stores recipients and detects lookalikes: addresses that were generated to share their first and
 * last characters with a known one (address poisoning).
 *
 * @module
 */
import { type Address, isAddress } from "viem";
import { storedList } from "./stored_list.ts";
import type { Storage } from "../../lib/storage.ts";

/** Recipients of payments from this device, and spenders that it approved. */
export interface RecipientBook {
  /** Records recipients. */
  add(addresses: readonly Address[]): void;
  /** Counts a payment to each of these addresses. */
  paid(addresses: readonly Address[]): void;
  /** Returns how often this device paid an address. */
  timesPaid(address: Address): number;
  /** Returns true for a recorded address. */
  has(address: Address): boolean;
  /** Returns a known address that this one imitates, or `null`. */
  resembled(address: Address): Address | null;
}

const MAX_RECIPIENTS = 200;
/** Characters that users compare at each end. */
const ENDS = 4;

/** Opens the recipients in a storage; lookalikes of the user's `own` accounts are also detected. */
export function recipientBook(
  storage: Storage,
  own: () => readonly Address[],
  key = "acct.recipients.1",
): RecipientBook {
  const list = storedList(storage, key, (entries) => entries.filter(isRecipient));
  const counts = storedList(storage, `${key}.paid`, (entries) => entries.filter(isCount));
  const timesPaid = (address: Address) =>
    counts().find(([other]) => other === address.toLowerCase())?.[1] ?? 0;
  return {
    timesPaid,
    paid(addresses) {
      const once = [...new Set(addresses.map((address) => address.toLowerCase() as Address))];
      const paid = once.map((address) => [address, timesPaid(address) + 1] as const);
      const others = counts().filter(([address]) => !once.includes(address));
      storage.set(`${key}.paid`, JSON.stringify([...paid, ...others].slice(0, MAX_RECIPIENTS)));
    },
    add(addresses) {
      const all = [...addresses, ...list()].map((address) => address.toLowerCase());
      storage.set(key, JSON.stringify([...new Set(all)].slice(0, MAX_RECIPIENTS)));
    },
    has: (address) => list().some((other) => other.toLowerCase() === address.toLowerCase()),
    resembled(address) {
      const known = [...list(), ...own()];
      const wanted = address.toLowerCase();
      if (known.some((other) => other.toLowerCase() === wanted)) return null;
      return known.find((other) => sameEnds(other.toLowerCase(), wanted)) ?? null;
    },
  };
}

function isRecipient(entry: unknown): entry is Address {
  return typeof entry === "string" && isAddress(entry);
}

function isCount(value: unknown): value is readonly [address: Address, count: number] {
  return Array.isArray(value) && isAddress(value[0], { strict: false }) &&
    Number.isSafeInteger(value[1]) && value[1] > 0;
}

function sameEnds(left: string, right: string): boolean {
  return left.slice(0, 2 + ENDS) === right.slice(0, 2 + ENDS) &&
    left.slice(-ENDS) === right.slice(-ENDS);
}
