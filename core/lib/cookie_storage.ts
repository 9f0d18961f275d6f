/**
 * Stores the session in a cookie, so that a server that renders the page can also read the account.
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
 * A cookie is an unverified claim by the visitor: use it for rendering, never for authorization.
 * Use Sign-In with Ethereum for that.
 *
 * @module
 */
import { memoryStorage, type Storage } from "./storage.ts";

export { memoryStorage, type Storage } from "./storage.ts";

/** Options of the cookie. */
export interface CookieOptions {
  /** The `cookie` header of a request, on a server; writes are stored only in memory. */
  readonly header?: string | null;
  /** Lifetime of the cookie in seconds; its session expires by `authTTL`. Default: 30 days. */
  readonly maxAge?: number;
  /** `domain` of the cookie, to share it between sub-domains. Default: this host only. */
  readonly domain?: string;
}

/** Browsers drop larger cookies. */
const MAX_COOKIE_LENGTH = 4_000;
const MONTH_SECONDS = 30 * 86_400;

/** Creates a storage on cookies: the page's own, or on a server a copy of the request's. */
export function cookieStorage(options: CookieOptions = {}): Storage {
  const { header, maxAge = MONTH_SECONDS, domain } = options;
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
      // On a server no cookie is sent to the visitor: the value is stored only for this render.
      if (!inPage) return memory.set(key, value ?? "");
      const name = encodeURIComponent(key);
      const text = encodeURIComponent(value ?? "");
      if (name.length + text.length > MAX_COOKIE_LENGTH) return false;
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

/** Finds the value of a cookie; an empty value counts as missing. */
function find(cookies: string, name: string): string | null {
  for (const cookie of cookies.split(/;\s*/)) {
    const at = cookie.indexOf("=");
    if (at > 0 && cookie.slice(0, at) === name) {
      return decodeURIComponent(cookie.slice(at + 1)) || null;
    }
  }
  return null;
}
