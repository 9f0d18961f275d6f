/**
 * Whom this device has sent to, and who looks like one of them. An address that someone made to share
 * the first and last characters with a known one is easily taken for it.
 *
 * @module
 */
import { type Address, isAddress } from "viem";
import { readJson } from "../../lib/json.ts";
import type { Storage } from "../../lib/storage.ts";

/** Recipients of this device. */
export interface RecipientBook {
  /** Notes that something was sent to these. */
  add(addresses: readonly Address[]): void;
  /** A known address that this one could be taken for, or `null`. */
  resembled(address: Address): Address | null;
}

const MAX = 200;
/** Characters at each end that people compare. */
const ENDS = 4;

/** Opens the book; `own` are the person's own accounts, which can be imitated as well. */
export function recipientBook(
  storage: Storage,
  own: () => readonly Address[],
  key = "acct.recipients.1",
): RecipientBook {
  const list = () =>
    (readJson(storage, key, Array.isArray) ?? [])
      .filter((entry): entry is Address => typeof entry === "string" && isAddress(entry));
  return {
    add(addresses) {
      const all = [...addresses, ...list()].map((address) => address.toLowerCase());
      storage.set(key, JSON.stringify([...new Set(all)].slice(0, MAX)));
    },
    resembled(address) {
      const known = [...list(), ...own()];
      const wanted = address.toLowerCase();
      if (known.some((other) => other.toLowerCase() === wanted)) return null;
      return known.find((other) => sameEnds(other.toLowerCase(), wanted)) ?? null;
    },
  };
}

function sameEnds(left: string, right: string): boolean {
  return left.slice(0, 2 + ENDS) === right.slice(0, 2 + ENDS) &&
    left.slice(-ENDS) === right.slice(-ENDS);
}
