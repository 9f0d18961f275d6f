/** Reads from the page which other hosts can request the passkeys of this host. @module */
import { parseUrl } from "../../core/lib/url.ts";
import { isRpId } from "../../core/passkey/related.ts";
import { readMeta } from "./meta.ts";

/** The texts of the promise; `old` is the host that this one continues. */
export interface PromiseText {
  readonly promise: (hosts: string, count: number, old?: string) => string;
}

/** Returns the RP ID of the wallet host that this one continues; `undefined` without one. */
export function continuedHost(): string | undefined {
  const rpId = readMeta("acct-continues");
  return isRpId(rpId) ? rpId : undefined;
}

/**
 * Lists the hosts that can request the passkeys: this host, the hosts that it lists, and the one that
 * it continues, which may list more for its own passkeys.
 */
export function hostPromise({ promise }: PromiseText): string {
  const related = readMeta("acct-related").split(" ").flatMap((origin) =>
    parseUrl(origin)?.host ?? []
  );
  const old = continuedHost();
  // Two hosts may list each other.
  const hosts = [...new Set([location.host, ...related, ...listed(old)])];
  const names = new Intl.ListFormat(document.documentElement.lang || "en").format(hosts);
  return promise(names, hosts.length, old);
}

/** Returns a list with a value, or an empty one if it is missing. */
function listed<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}
