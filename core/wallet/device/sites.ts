/** Stores which sites are connected to the accounts of this device, at the wallet host. @module */
import { type Address, isAddress } from "viem";
import { storedList } from "./stored_list.ts";
import type { Storage } from "../../lib/storage.ts";

/** A site's connection to an account. */
export interface Site {
  /** Origin, as reported by the browser. */
  readonly origin: string;
  /** Address of the connected account. */
  readonly account: Address;
  /** The site's own name. */
  readonly name: string;
  /** Unix seconds of the last request. */
  readonly lastUsed: number;
}

/** Store of the connected sites. */
export interface SiteBook {
  /** Lists all connections, last used first. */
  list(): readonly Site[];
  /** Returns true while a site is connected to an account. */
  has(origin: string, account: Address): boolean;
  /** Adds a connection, or updates its last use. */
  put(site: Site): void;
  /** Disconnects a site. */
  forget(origin: string, account: Address): void;
}

const MAX_SITES = 300;

/** Opens the sites in a storage. */
export function siteBook(storage: Storage, key = "acct.sites.1"): SiteBook {
  const list = storedList(
    storage,
    key,
    (entries) => entries.filter(isSite).sort((a, b) => b.lastUsed - a.lastUsed),
  );
  const write = (sites: readonly Site[]) =>
    void storage.set(key, JSON.stringify(sites.slice(0, MAX_SITES)));
  const same = (site: Site, origin: string, account: Address) =>
    site.origin === origin && site.account.toLowerCase() === account.toLowerCase();
  return {
    list,
    has: (origin, account) => list().some((site) => same(site, origin, account)),
    put: (site) =>
      write([site, ...list().filter((other) => !same(other, site.origin, site.account))]),
    forget: (origin, account) => write(list().filter((site) => !same(site, origin, account))),
  };
}

function isSite(value: unknown): value is Site {
  const site = value as Site | null;
  return typeof site === "object" && site !== null && typeof site.origin === "string" &&
    isAddress(site.account) && typeof site.name === "string" && site.name.length <= 100 &&
    Number.isFinite(site.lastUsed);
}
