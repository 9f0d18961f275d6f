/** Stores the connection of a device link on the requesting side. @module */
import { fromBase64Url, toBase64Url } from "../lib/base64url.ts";
import { readJson } from "../lib/json.ts";
import type { Storage } from "../lib/storage.ts";
import { linkToken, linkTokenHash } from "../protocol/service/link.ts";
import type { Bytes } from "./keys.ts";

/**
 * A connection to a wallet on another device. Its secrets let their holder show requests to the user,
 * and sign nothing: each request needs the user's passkey.
 */
export interface Connection {
  /** Secret of the link. */
  readonly secret: Bytes;
  /** Secret that later sessions require. */
  readonly resume: Bytes;
  /** Own secret for the mailbox. */
  readonly token: string;
  /** SHA-256 of the wallet's secret for the mailbox. */
  readonly opener: string;
}

/** Store of a connection. */
export interface ConnectionStore {
  /** Returns the connection, or `null` if there is none or it expired. */
  get(): Connection | null;
  /** Stores a connection, or extends it; `null` forgets it. */
  set(connection: Connection | null): void;
}

/** A stored connection. */
interface Stored {
  readonly secret: string;
  readonly resume: string;
  readonly token: string;
  readonly opener: string;
  /** Unix milliseconds. */
  readonly until: number;
}

/**
 * Opens the store.
 *
 * @param ttl seconds after the last use; `0` keeps it in memory only
 */
export function connectionStore(
  { storage, key, ttl, now }: {
    readonly storage: Storage;
    readonly key: string;
    readonly ttl: number;
    readonly now: () => number;
  },
): ConnectionStore {
  let own: Connection | null = null;
  return {
    get() {
      if (ttl === 0) return own;
      const stored = readJson(storage, key, isStored);
      if (stored === null || stored.until <= now()) return null;
      const [secret, resume] = [fromBase64Url(stored.secret)!, fromBase64Url(stored.resume)!];
      return { secret, resume, token: stored.token, opener: stored.opener };
    },
    set(connection) {
      if (ttl === 0) own = connection;
      else storage.set(key, connection && JSON.stringify(write(connection, now() + ttl * 1_000)));
    },
  };
}

function write({ secret, resume, token, opener }: Connection, until: number): Stored {
  return { secret: toBase64Url(secret), resume: toBase64Url(resume), token, opener, until };
}

function isStored(value: unknown): value is Stored {
  const stored = value as Stored | null;
  return typeof stored === "object" && stored !== null &&
    [stored.secret, stored.token].every((each) => linkToken.test(each)) &&
    [stored.resume, stored.opener].every((each) => linkTokenHash.test(each)) &&
    Number.isFinite(stored.until);
}
