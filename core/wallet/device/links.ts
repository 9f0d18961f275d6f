/** Stores the devices that are linked to this one, at the wallet host. @module */
import { type Address, isAddress } from "viem";
import { linkToken, linkTokenHash } from "../../protocol/service/link.ts";
import { MAX_NAME_LENGTH } from "../../ground/limits.ts";
import { readReturnAddress } from "../../protocol/return_address.ts";
import { storedList } from "./stored_list.ts";
import type { Storage } from "../../lib/storage.ts";

/** A linked device: a page or a program that may show requests here. */
export interface LinkRecord {
  /** Secret of the link (base64url), which also identifies it. */
  readonly secret: string;
  /** Secret that later sessions require (base64url). */
  readonly resume: string;
  /** Own secret for the mailbox. */
  readonly token: string;
  /** Name that the other side gave itself. */
  readonly name: string;
  /** Origin of the page; `null` for a program. */
  readonly origin: string | null;
  /** Account that the user connected, if any. */
  readonly account: Address | null;
  /** Seconds for which the link is remembered after its last use. */
  readonly ttl: number;
  /** Unix milliseconds of the last use. */
  readonly lastUsed: number;
  /** True once the user ended it. It is kept until it expires, to answer the other side. */
  readonly ended: boolean;
  /** Address of an app on this device, to which the page returns after each answer. */
  readonly returnTo?: string | undefined;
}

/** Store of the linked devices. */
export interface LinkBook {
  /** Lists the links that the user has not ended, last used first. */
  list(): readonly LinkRecord[];
  /** Finds a link by its secret, also an ended one. */
  find(secret: string): LinkRecord | undefined;
  /** Adds a link, or replaces it. */
  put(record: LinkRecord): void;
  /** Extends a link after a use, unless it was ended or removed meanwhile. */
  touch(secret: string, change?: Pick<LinkRecord, "account">): void;
  /** Ends a link: none of its requests is shown from now on. */
  end(secret: string): void;
  /** Removes a link. */
  remove(secret: string): void;
}

const MAX_LINKS = 50;
/** Longest time for which a link is remembered, in seconds. */
export const MAX_LINK_TTL_S = 2_592_000;

/** Opens the links in a storage. */
export function linkBook(
  storage: Storage,
  now: () => number = Date.now,
  key = "acct.links.1",
): LinkBook {
  const stored = storedList(
    storage,
    key,
    (entries) => entries.filter(isLink).sort((a, b) => b.lastUsed - a.lastUsed),
  );
  const all = () => stored().filter((each) => each.lastUsed + each.ttl * 1_000 > now());
  const find = (secret: string) => all().find((each) => each.secret === secret);
  const write = (links: readonly LinkRecord[]) =>
    void storage.set(key, JSON.stringify(links.slice(0, MAX_LINKS)));
  const put = (record: LinkRecord) =>
    write([record, ...all().filter(({ secret }) => secret !== record.secret)]);
  return {
    list: () => all().filter(({ ended }) => !ended),
    find,
    put,
    touch(secret, change) {
      const found = find(secret);
      if (found !== undefined && !found.ended) put({ ...found, ...change, lastUsed: now() });
    },
    end(secret) {
      const found = find(secret);
      if (found !== undefined) put({ ...found, ended: true });
    },
    remove: (secret) => write(all().filter((each) => each.secret !== secret)),
  };
}

function isLink(value: unknown): value is LinkRecord {
  const link = value as LinkRecord | null;
  return typeof link === "object" && link !== null && linkToken.test(link.secret) &&
    linkTokenHash.test(link.resume) && linkToken.test(link.token) &&
    typeof link.name === "string" && link.name.length <= MAX_NAME_LENGTH &&
    (link.origin === null || typeof link.origin === "string") &&
    (link.account === null || isAddress(link.account)) &&
    link.ttl > 0 && link.ttl <= MAX_LINK_TTL_S && Number.isFinite(link.lastUsed) &&
    typeof link.ended === "boolean" &&
    (link.returnTo === undefined || readReturnAddress(link.returnTo, true) !== null);
}
