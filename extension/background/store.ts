/**
 * Stores sessions and settings in the extension's storage. Reads are synchronous, because providers
 * read their session synchronously: the values are loaded once, when the background starts.
 *
 * @module
 */
import type { Storage } from "../../core/lib/storage.ts";
import type { BrowserApi } from "../lib/browser.ts";

/** Prefix of sessions; the rest is the site's origin. */
const SESSION = "session:";
const ETHEREUM = "setting:ethereum";

/** Storage of the extension. */
export interface Store {
  /** Returns the storage of a site's session. */
  site(origin: string): Storage;
  /** Lists the sites with a stored session, and the sessions as text. */
  sessions(): readonly (readonly [origin: string, session: string])[];
  /** True if the user wants `window.ethereum`. */
  readonly ethereum: boolean;
  /** Stores the setting. */
  setEthereum(on: boolean): void;
}

/** Loads the storage. */
export async function openStore({ storage: { local } }: BrowserApi): Promise<Store> {
  // Content scripts run in the processes of pages, which should not read the user's other sites.
  await local.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" });
  const values = new Map(Object.entries(await local.get(null)));
  const write = (key: string, value: unknown) => {
    if (value === null) values.delete(key);
    else values.set(key, value);
    const written = value === null ? local.remove(key) : local.set({ [key]: value });
    written.catch((error) => console.warn("Acct: the extension's storage failed.", error));
  };
  return {
    site: (origin) => ({
      get() {
        const value = values.get(SESSION + origin);
        return typeof value === "string" ? value : null;
      },
      set(_, value) {
        write(SESSION + origin, value);
        return true;
      },
    }),
    sessions: () =>
      [...values].flatMap(([key, value]) =>
        key.startsWith(SESSION) && typeof value === "string"
          ? [[key.slice(SESSION.length), value] as const]
          : []
      ),
    get ethereum() {
      return values.get(ETHEREUM) === true;
    },
    setEthereum: (on) => write(ETHEREUM, on),
  };
}
