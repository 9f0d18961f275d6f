/**
 * A session in a cookie, so that a server that renders the page knows the account as well.
 *
 * @example On the server, for each request
 * ```ts
 * import { Acct } from "@sdk/core";
 * import { cookieStorage } from "@sdk/core/storage";
 *
 * export async function accountOf(request: Request, apiKey: string) {
 *   const storage = cookieStorage({ header: request.headers.get("cookie") });
 *   const { provider } = Acct.create({ apiKey, preference: { sessionStorage: storage } });
 *   const [address] = await provider.request({ method: "eth_accounts" });
 *   return address;
 * }
 * ```
 *
 * What a cookie says of a visitor is the visitor's own claim: show with it, never authorise by it.
 * Sign-in with Ethereum is for that.
 *
 * @module
 */
import { memoryStorage, type Storage } from "./storage.ts";

export { memoryStorage, type Storage } from "./storage.ts";

/** How a cookie is kept. */
export interface CookieOptions {
  /** The `cookie` header of a request, on a server; what is set there goes no further. */
  readonly header?: string | null;
  /** Seconds that the cookie lives; the session in it ends by `authTTL`. Default 30 days. */
  readonly maxAge?: number;
  /** `domain` of the cookie, to share it between sub-domains. Default: this host only. */
  readonly domain?: string;
}

/** Browsers drop cookies above this. */
const LARGEST = 4_000;
const MONTH = 30 * 86_400;

/** Keeps small things in cookies: in a page in its own, on a server in a copy of the request's. */
export function cookieStorage(options: CookieOptions = {}): Storage {
  const { header, maxAge = MONTH, domain } = options;
  if (!Number.isSafeInteger(maxAge) || maxAge < 0) {
    throw new RangeError("maxAge must be whole seconds, 0 or more");
  }
  if (domain !== undefined && !/^[a-z0-9.-]+$/i.test(domain)) {
    throw new RangeError("domain must be a host name");
  }
  const memory = memoryStorage();
  const inPage = header === undefined && typeof document !== "undefined";
  const cookies = () => inPage ? document.cookie : header ?? "";
  return {
    get(key) {
      try {
        return memory.get(key) ?? find(cookies(), encodeURIComponent(key));
      } catch {
        return null;
      }
    },
    set(key, value) {
      // On a server nothing reaches the visitor: it holds for this rendering only.
      if (!inPage) return memory.set(key, value ?? "");
      const name = encodeURIComponent(key);
      const text = encodeURIComponent(value ?? "");
      if (name.length + text.length > LARGEST) return false;
      const parts = [
        `${name}=${text}`,
        "path=/",
        "samesite=lax",
        `max-age=${value === null ? 0 : maxAge}`,
        ...(location.protocol === "https:" ? ["secure"] : []),
        ...(domain === undefined ? [] : [`domain=${domain}`]),
      ];
      try {
        document.cookie = parts.join("; ");
        return find(document.cookie, name) === value;
      } catch {
        return false;
      }
    },
  };
}

/** The value of a cookie; an empty one counts as none. */
function find(cookies: string, name: string): string | null {
  for (const cookie of cookies.split(/;\s*/)) {
    const at = cookie.indexOf("=");
    if (at > 0 && cookie.slice(0, at) === name) {
      return decodeURIComponent(cookie.slice(at + 1)) || null;
    }
  }
  return null;
}
