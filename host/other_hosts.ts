/** Reads from the page which other hosts can ask for passkeys that are used here. @module */
import { parseUrl } from "../core/lib/url.ts";
import { isRpId } from "../core/passkey/related.ts";
import type { HomeText } from "./text/text.ts";

/** Returns the RP ID of the wallet host that this one continues; `undefined` for none. */
export function continuedHost(): string | undefined {
  const rpId = content("acct-continues");
  return isRpId(rpId) ? rpId : undefined;
}

/**
 * Says who can ask for the passkeys: this host, those that it lists, and the one that it continues, which
 * may list more for its own.
 */
export function hostPromise({ promise }: HomeText): string {
  const related = content("acct-related").split(" ").flatMap((origin) =>
    parseUrl(origin)?.host ?? []
  );
  const old = continuedHost();
  // Two hosts may list each other.
  const hosts = [...new Set([location.host, ...related, ...listed(old)])];
  const names = new Intl.ListFormat(document.documentElement.lang || "en").format(hosts);
  return promise(names, hosts.length, old);
}

/** Lists a value, unless it is missing. */
function listed<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}

function content(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? "";
}
