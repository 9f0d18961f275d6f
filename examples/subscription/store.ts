/** Subscriptions in a JSON file; a real server has a database. @module */
import type { Hex, WalletGrantPermissionsResponse } from "@sdk/core/permission";

/** A paid period. */
export interface Charge {
  /** First second of the period, Unix. */
  readonly period: number;
  /** The transaction. */
  readonly hash: Hex;
}

/** A subscriber. */
export interface Subscription {
  /** The granted permission. */
  readonly grant: WalletGrantPermissionsResponse;
  /** The periods that were paid. */
  readonly charges: readonly Charge[];
  /**
   * A charge with an unknown outcome; the signed transaction is stored, so that only this one is
   * ever sent again.
   */
  readonly pending?: { readonly hash: Hex; readonly signed: Hex };
}

/** Storage of subscriptions, by permission id. */
export interface Store {
  /** All of them. */
  list(): readonly Subscription[];
  /** Returns a subscription. */
  get(id: Hex): Subscription | undefined;
  /** Adds or replaces a subscription; it is on disk once this resolves. */
  put(subscription: Subscription): Promise<void>;
}

/** Opens the file, or starts an empty one. */
export async function openStore(path: string): Promise<Store> {
  const all = new Map<Hex, Subscription>();
  for (const each of await read(path)) all.set(each.grant.permissionId, each);
  return {
    list: () => [...all.values()],
    get: (id) => all.get(id),
    async put(subscription) {
      all.set(subscription.grant.permissionId, subscription);
      // Renamed into place: after a crash, either the old file or the new one exists, never half of
      // one.
      await Deno.writeTextFile(`${path}.new`, JSON.stringify([...all.values()], null, 2));
      await Deno.rename(`${path}.new`, path);
    },
  };
}

async function read(path: string): Promise<Subscription[]> {
  try {
    return JSON.parse(await Deno.readTextFile(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
