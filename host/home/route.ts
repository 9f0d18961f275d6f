/** Keeps the place in the home page in the fragment of its URL, so that the back button works. @module */
import { useEffect, useState } from "preact/hooks";

/** The tabs, in their order. */
export const tabs = ["home", "activity", "apps", "security"] as const;

/** One of the tabs. */
export type Tab = (typeof tabs)[number];

/** Pages that open over a tab. */
const pages = [
  "collectibles",
  "receive",
  "send",
  "accounts",
  "contacts",
  "device",
  "lost",
  "privacy",
] as const;

/** A place in the home page. */
export interface Route {
  /** Tab or page. */
  readonly at: Tab | (typeof pages)[number];
  /** Entry of a list that is open, such as an operation, a transfer or a collectible. */
  readonly item: string | null;
}

/** Hashes of operations, places of transfers, and items by chain, contract and id. */
const known = /^(?:0x[0-9a-f]{64}|\d+(?:\.-?\d+){4}|\d+\.0x[0-9a-f]{40}\.0x[0-9a-f]{1,64})$/;

/** Reads a fragment; anything unknown is the first tab. */
export function readRoute(hash: string): Route {
  const [, name = "", item = ""] = hash.replace(/^#/, "").split("/");
  const at = [...tabs, ...pages].find((known) => known === name) ?? "home";
  return { at, item: known.test(item) ? item : null };
}

/** Returns the fragment of a place. */
export function hashOf(at: Route["at"], item?: string): string {
  return `#/${at}${item === undefined ? "" : `/${item}`}`;
}

/** Goes to a place. */
export function go(at: Route["at"]): void {
  location.hash = hashOf(at);
}

/** Reads the current place, and follows it. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return readRoute(hash);
}
