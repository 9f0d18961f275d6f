/** Authenticates a request by its key and the origin of its page. @module */
import { AcctError } from "../../core/ground/errors.ts";
import { API_KEY_HEADER, ORIGIN_HEADER } from "../../core/protocol/service/mod.ts";
import type { Caller } from "../keys/caller.ts";
import { decideAccess } from "../keys/access.ts";
import type { KeyCache } from "../keys/cache.ts";

/**
 * Reads the caller from a request's headers.
 *
 * @throws {AcctError} `key_invalid`, `key_secret` or `origin_not_allowed`.
 */
export async function readCaller(
  { headers }: Pick<Request, "headers">,
  { keys, keysOrigin }: { readonly keys: KeyCache; readonly keysOrigin: string },
): Promise<Omit<Caller, "client">> {
  const text = headers.get(API_KEY_HEADER);
  if (text === null) {
    throw new AcctError("key_invalid", { detail: `The header ${API_KEY_HEADER} is missing.` });
  }
  const key = await keys.find(text);
  const claim = {
    origin: headers.get("origin"),
    actsFor: headers.get(ORIGIN_HEADER),
    browser: headers.has("sec-fetch-site"),
  };
  return { key, origin: decideAccess(claim, key, keysOrigin) };
}
