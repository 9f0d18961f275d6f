/**
 * Stores the session of a page: the connected account and its expiry. It contains no secrets,
 * because signing always requires the passkey.
 *
 * @module
 */
import type { Hex } from "../../lib/hex.ts";
import type { AccountJson } from "../../wire/values.ts";
import { isAccount } from "../../wire/account_json.ts";
import { readJson } from "../../lib/json.ts";
import type { Storage } from "../../lib/storage.ts";

/** A stored session. */
export interface Session {
  /** The connected account. */
  readonly account: AccountJson;
  /** Key of the passkey that connected. If the owners forked, results refer to its branch. */
  readonly owner?: Hex | undefined;
  /** The chain. */
  readonly chainId: number;
  /** Unix milliseconds of the last passkey use. */
  readonly at: number;
}

/** Store of a page's session. */
export interface SessionStore {
  /** Returns the session; `null` if it does not exist or has expired. */
  get(): Session | null;
  /** Starts or extends the session; `null` closes it. */
  set(session: Session | null): void;
}

/** Tolerated difference to the clock that wrote the session. */
const SKEW_MS = 60_000;

/**
 * Opens the session store.
 *
 * @param ttl seconds after the last passkey use; `0` stores it only in memory, for this page load
 */
export function sessionStore(
  options: { storage: Storage; key: string; ttl: number; now?: () => number },
): SessionStore {
  const { storage, key, ttl, now = Date.now } = options;
  let own: Session | null = null;
  const alive = (session: Session | null) => {
    if (session === null || ttl === 0) return session;
    const age = now() - session.at;
    return age >= -SKEW_MS && age <= ttl * 1000 ? session : null;
  };
  return {
    get: () => alive(ttl === 0 ? own : readJson(storage, key, isSession)),
    set(session) {
      if (ttl === 0) own = session;
      else storage.set(key, session === null ? null : JSON.stringify(session));
    },
  };
}

function isSession(value: unknown): value is Session {
  const { account, chainId, at }: Session = Object(value);
  return isAccount(account) && Number.isSafeInteger(chainId) && chainId > 0 && Number.isFinite(at);
}
