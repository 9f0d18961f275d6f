/** Stores the sites that requested operations, at the wallet host. @module */
import { type Address, isAddress } from "viem";
import { storedList } from "../device/stored_list.ts";
import type { Storage } from "../../lib/storage.ts";

/** An operation and the site that requested it. */
export interface Requester {
  /** {@linkcode requestKey} of the operation. */
  readonly key: string;
  /** Account that sent it. */
  readonly account: Address;
  /** Origin, as reported by the browser. */
  readonly origin: string;
}

/** An operation that a site requested and the user signed. */
export interface SentRequest extends Pick<Requester, "account" | "origin"> {
  /** Id of its bundle. */
  readonly id: string;
  /** True if the site chose the id. */
  readonly isChosen: boolean;
}

/** Store of the requesters. */
export interface RequesterBook {
  /** Lists the requesters of an account's operations. */
  of(account: Address): readonly Requester[];
  /** Adds the requester of an operation. */
  put(request: SentRequest): void;
  /** Removes the entries of an account. */
  forget(account: Address): void;
}

/**
 * Returns the key of an operation. A site can choose the id of its bundle, and must not label another
 * site's operation with it.
 */
export function requestKey(id: string, isChosen: boolean): string {
  return isChosen ? `own ${id}` : id.toLowerCase();
}

const MAX_REQUESTERS = 200;

/** Opens the requesters in a storage. */
export function requesterBook(storage: Storage, key = "acct.requesters.1"): RequesterBook {
  const list = storedList(storage, key, (entries) => entries.filter(isRequester));
  const write = (entries: readonly Requester[]) =>
    void storage.set(key, JSON.stringify(entries.slice(0, MAX_REQUESTERS)));
  const isOf = (entry: Requester, account: Address) =>
    entry.account.toLowerCase() === account.toLowerCase();
  return {
    of: (account) => list().filter((entry) => isOf(entry, account)),
    // A chosen id can be reused after its operation failed, so the last requester is stored.
    put({ id, isChosen, account, origin }) {
      const key = requestKey(id, isChosen);
      const others = list().filter((each) => each.key !== key || !isOf(each, account));
      write([{ key, account, origin }, ...others]);
    },
    forget: (account) => write(list().filter((entry) => !isOf(entry, account))),
  };
}

function isRequester(value: unknown): value is Requester {
  const entry = value as Requester | null;
  return typeof entry === "object" && entry !== null && typeof entry.key === "string" &&
    isAddress(entry.account) && typeof entry.origin === "string" &&
    /^https?:\/\/[^/\s]+$/.test(entry.origin);
}
