/** The sites that are connected to this device's accounts, as the wallet host remembers them. @module */
import { type Address, isAddress } from "viem";
import { readJson } from "../../lib/json.ts";
import type { Storage } from "../../lib/storage.ts";

/** A site's connection to an account. */
export interface Site {
  /** The origin that the browser reported. */
  readonly origin: string;
  /** The account. */
  readonly account: Address;
  /** What the site calls itself. */
  readonly name: string;
  /** Unix seconds of the last request. */
  readonly lastUsed: number;
}

/** The sites of this device. */
export interface SiteBook {
  /** All of them, last used first. */
  list(): readonly Site[];
  /** Whether a site was connected to an account, and not cut off since. */
  has(origin: string, account: Address): boolean;
  /** Adds one, or notes its use. */
  put(site: Site): void;
  /** Cuts one off. */
  forget(origin: string, account: Address): void;
}

const MAX = 300;

/** Opens the book. */
export function siteBook(storage: Storage, key = "acct.sites.1"): SiteBook {
  const list = () =>
    (readJson(storage, key, Array.isArray) ?? []).filter(isSite)
      .sort((a, b) => b.lastUsed - a.lastUsed);
  const write = (sites: readonly Site[]) =>
    void storage.set(key, JSON.stringify(sites.slice(0, MAX)));
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
