/**
 * Stores the location within the wallet home in the fragment of its URL, so that the back button
 * works.
 *
 * @module
 */
import { useEffect, useState } from "preact/hooks";

/** The tabs, in their order. */
export const tabs = ["home", "activity", "apps", "security"] as const;

/** One of the tabs. */
export type Tab = (typeof tabs)[number];

/** Pages of an account that open over a tab. */
const accountPages = [
  "receive",
  "request",
  "bring",
  "send",
  "pay",
  "contacts",
  "device",
  "recovery",
  "file",
  "settings",
] as const;

/** One of the pages of an account. */
export type AccountPage = (typeof accountPages)[number];

/** Further locations: a list below the first tab, and pages that need no account. */
const others = ["collectibles", "accounts", "lost", "privacy", "friend", "regain"] as const;

/** A location in the wallet home. */
export interface Route {
  /** Tab or page. */
  readonly at: Tab | AccountPage | (typeof others)[number];
  /** Entry of a list that is open, such as an operation, a transfer or a payment request. */
  readonly item: string | null;
}

/** Hashes of operations, positions of transfers, and items by chain, contract and id. */
const known = /^(?:0x[0-9a-f]{64}|\d+(?:\.-?\d+){4}|\d+\.0x[0-9a-f]{40}\.0x[0-9a-f]{1,64})$/;

/** Ways back into an account. */
const ways = /^(?:device|rescue)$/;

/** Requests of payments, and links for a friend, encoded. */
const requests = /^[\w-]{1,2000}$/;

/** Reads a fragment; anything unknown is the first tab. */
export function readRoute(hash: string): Route {
  const [, name = "", item = ""] = hash.replace(/^#/, "").split("/");
  const at = [...tabs, ...accountPages, ...others].find((known) => known === name) ?? "home";
  const items = at === "lost"
    ? ways
    : at === "pay" || at === "request" || at === "friend"
    ? requests
    : known;
  return { at, item: items.test(item) ? item : null };
}

/** Returns the fragment of a location. */
export function hashOf(at: Route["at"], item?: string): string {
  return `#/${at}${item === undefined ? "" : `/${item}`}`;
}

/** Navigates to a location. */
export function go(at: Route["at"]): void {
  location.hash = hashOf(at);
}

let previous: Route["at"] | null = null;

/** Returns the location before the current one; `null` for the first. */
export function cameFrom(): Route["at"] | null {
  return previous;
}

/** Reads the current location, and follows its changes. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = (event: HashChangeEvent) => {
      previous = event.oldURL === "" ? previous : readRoute(new URL(event.oldURL).hash).at;
      setHash(location.hash);
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return readRoute(hash);
}
