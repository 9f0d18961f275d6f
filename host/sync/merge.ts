/**
 * Merges the sites, grants, names and friends of an account on two devices, and encodes them.
 *
 * @module
 */
import type { Address } from "../../core/lib/hex.ts";
import {
  MAX_ACCOUNT_NAME_LENGTH,
  MAX_CREDENTIAL_ID_LENGTH,
  MAX_SYNCED_DATA_BYTES,
} from "../../core/ground/limits.ts";
import { cleanText } from "../../core/lib/text.ts";
import { type Grant, readGrants } from "../../core/wallet/device/grants.ts";
import { isSite, type SiteEntry } from "../../core/wallet/device/sites.ts";
import { type Friend, readFriends } from "../../core/wallet/device/friends.ts";

/** Data of an account that its devices share. */
export interface Shared {
  readonly sites: readonly SiteEntry[];
  readonly grants: readonly Grant[];
  readonly friends: readonly Friend[];
  /** Friends whose accounts the user agreed to help to recover. */
  readonly helped: readonly Friend[];
  readonly names: readonly PasskeyName[];
}

/** Name that the user gave to a passkey. */
export interface PasskeyName {
  /** Credential id, base64url. */
  readonly id: string;
  readonly name: string;
  /** Unix seconds. */
  readonly at: number;
}

type Named = Pick<PasskeyName, "name" | "at">;

/** Data has a length that is a multiple of this, so that it does not reveal the number of sites. */
const STEP_BYTES = 1_024;
/** Longest data; the rest of the limit is for the cipher. */
const MAX_BYTES = MAX_SYNCED_DATA_BYTES - STEP_BYTES;
/** Time for which a disconnected site is remembered: a device may be off for that long. */
const KEEP_ENDED_S = 365 * 86_400;

/** Time of an entry's last change. */
const changedAt = ({ ended, since = 0 }: SiteEntry) => ended ?? since;

/**
 * Merges the data of two devices: of each site, the later connection or end; of each name, the
 * later one.
 */
export function merge(own: Shared, other: Shared, now: number): Shared {
  const sites = new Map<string, SiteEntry>();
  for (const site of [...own.sites, ...other.sites]) {
    const known = sites.get(site.origin);
    const isLater = known === undefined || changedAt(site) > changedAt(known) ||
      (changedAt(site) === changedAt(known) && site.ended !== undefined);
    const lastUsed = Math.max(site.lastUsed, known?.lastUsed ?? 0);
    sites.set(site.origin, { ...(isLater ? site : known), lastUsed });
  }
  const grants = new Map([...other.grants, ...own.grants].map((grant) => [grant.id, grant]));
  const names = new Map<string, PasskeyName>();
  for (const each of [...own.names, ...other.names]) {
    const known = names.get(each.id);
    if (known === undefined || isLater(each, known)) names.set(each.id, each);
  }
  return {
    names: [...names.values()],
    sites: [...sites.values()].filter(({ ended }) =>
      ended === undefined || ended > now - KEEP_ENDED_S
    ),
    grants: [...grants.values()].sort((a, b) => b.at - a.at),
    friends: mergeFriends(own.friends, other.friends),
    helped: mergeFriends(own.helped, other.helped),
  };
}

function mergeFriends(own: readonly Friend[], other: readonly Friend[]): readonly Friend[] {
  const friends = new Map<string, Friend>();
  for (const friend of [...own, ...other]) {
    const key = friend.address.toLowerCase();
    const known = friends.get(key);
    if (known === undefined || isLater(friend, known)) friends.set(key, friend);
  }
  return [...friends.values()].sort((a, b) => b.at - a.at);
}

/** Returns whether a name replaces another one. Of a tie, all devices choose the same name. */
function isLater(one: Named, other: Named): boolean {
  return one.at > other.at || (one.at === other.at && one.name > other.name);
}

/** Encodes data as text of a bounded length, without the oldest entries if there are too many. */
export function pack({ sites, grants, names, friends, helped }: Shared): string {
  const entries = [
    ...sites.map((site) => {
      const { origin, name, since = 0, ended } = site;
      const value = { origin, name, since, ...(ended !== undefined && { ended }) };
      return { at: changedAt(site), text: JSON.stringify(["site", value]) };
    }),
    ...grants.map(({ account: _, ...value }) => ({
      at: value.at,
      text: JSON.stringify(["grant", value]),
    })),
    ...names.map((value) => ({ at: value.at, text: JSON.stringify(["name", value]) })),
    ...Object.entries({ friend: friends, helped }).flatMap(([kind, list]) =>
      list.map(({ account: _, ...value }) => ({
        at: value.at,
        text: JSON.stringify([kind, value]),
      }))
    ),
  ].sort((a, b) => b.at - a.at || (a.text < b.text ? -1 : 1));
  const packed: string[] = [];
  let size = 2;
  for (const { text } of entries) {
    size += new TextEncoder().encode(text).length + 1;
    if (size > MAX_BYTES) break;
    packed.push(text);
  }
  const text = `[${packed.join()}]`;
  const length = new TextEncoder().encode(text).length;
  return text + " ".repeat(Math.ceil(length / STEP_BYTES) * STEP_BYTES - length);
}

/** Decodes data of an account; invalid entries are ignored. */
export function unpack(text: string | null, account: Address): Shared {
  const entries = readEntries(text);
  const of = (kind: string) =>
    entries.flatMap((entry) =>
      Array.isArray(entry) && entry[0] === kind ? [{ ...entry[1], account }] : []
    );
  return {
    sites: of("site").map((site) => ({ ...site, lastUsed: site.since })).filter(isSite),
    grants: readGrants(of("grant")),
    names: of("name").flatMap(readName),
    friends: readFriends(of("friend")),
    helped: readFriends(of("helped")),
  };
}

function readName({ id, name, at }: Partial<PasskeyName>): PasskeyName[] {
  const isId = typeof id === "string" && /^[\w-]+$/.test(id) &&
    id.length <= MAX_CREDENTIAL_ID_LENGTH;
  const clean = typeof name === "string" ? cleanText(name, MAX_ACCOUNT_NAME_LENGTH) : "";
  return isId && clean !== "" && Number.isSafeInteger(at) ? [{ id, name: clean, at: at! }] : [];
}

function readEntries(text: string | null): readonly unknown[] {
  try {
    const entries: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(entries) ? entries : [];
  } catch {
    return [];
  }
}
