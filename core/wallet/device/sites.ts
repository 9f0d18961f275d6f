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
  /** Unix seconds of the connection. */
  readonly since?: number;
}

/** A stored connection, or one that the user ended: other devices learn of both. */
export interface SiteEntry extends Site {
  /** Unix seconds at which the user disconnected it. */
  readonly ended?: number;
}

/** Store of the connected sites. */
export interface SiteBook {
  /** Lists all connections, last used first. */
  list(): readonly Site[];
  /** Returns true while a site is connected to an account. */
  has(origin: string, account: Address): boolean;
  /** Adds a connection, or updates its last use; `since` is absent for a use. */
  put(site: Site): void;
  /** Disconnects a site. */
  forget(origin: string, account: Address): void;
  /** Lists the active and the ended connections of an account. */
  entries(account: Address): readonly SiteEntry[];
  /** Replaces all entries of an account. */
  replace(account: Address, entries: readonly SiteEntry[]): void;
}

const MAX_SITES = 300;

/** Opens the sites in a storage. */
export function siteBook(
  storage: Storage,
  key = "acct.sites.1",
  now: () => number = Date.now,
): SiteBook {
  const all = storedList(
    storage,
    key,
    (entries) => entries.filter(isSite).sort((a, b) => b.lastUsed - a.lastUsed),
  );
  const list = () => all().filter(({ ended }) => ended === undefined);
  const write = (entries: readonly SiteEntry[]) =>
    void storage.set(key, JSON.stringify(entries.slice(0, MAX_SITES)));
  const isOf = (site: Site, account: Address) =>
    site.account.toLowerCase() === account.toLowerCase();
  const find = (origin: string, account: Address) =>
    all().find((site) => site.origin === origin && isOf(site, account));
  const set = (site: SiteEntry) => {
    const old = find(site.origin, site.account);
    write([site, ...all().filter((other) => other !== old)]);
  };
  return {
    list,
    has: (origin, account) => list().includes(find(origin, account)!),
    put(site) {
      const { since, ended = -1 } = find(site.origin, site.account) ?? {};
      // A connection is newer than its end, even if the end has the time of a device with a fast clock.
      const at = site.since === undefined ? since : Math.max(site.since, ended + 1);
      set({ ...site, ...(at !== undefined && { since: at }) });
    },
    forget(origin, account) {
      const site = find(origin, account);
      if (site === undefined) return;
      set({ ...site, ended: Math.max(Math.floor(now() / 1000), (site.since ?? 0) + 1) });
    },
    entries: (account) => all().filter((site) => isOf(site, account)),
    replace: (account, entries) =>
      write([...entries, ...all().filter((site) => !isOf(site, account))]),
  };
}

/** Checks a stored entry. */
export function isSite(value: unknown): value is SiteEntry {
  const site = value as SiteEntry | null;
  return typeof site === "object" && site !== null && typeof site.origin === "string" &&
    isAddress(site.account) && typeof site.name === "string" && site.name.length <= 100 &&
    [site.lastUsed, site.since ?? 0, site.ended ?? 0].every(Number.isFinite);
}
