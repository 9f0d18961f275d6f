/**
 * Opens the wallet from a React Native app in the system browser, over a device link.
 *
 * @example With Expo
 * ```ts ignore
 * import { install } from "react-native-quick-crypto";
 * import * as WebBrowser from "expo-web-browser";
 * import { Acct } from "@sdk/core/acct";
 * import { systemBrowser } from "@sdk/core/native";
 *
 * install();
 * const onLink = systemBrowser({
 *   open: WebBrowser.openAuthSessionAsync,
 *   dismiss: WebBrowser.dismissAuthSession,
 *   returnUrl: "com.example.app://acct",
 * });
 * const { provider } = Acct.create({ apiKey: "pk_live_…", preference: { transport: "link", onLink } });
 * ```
 *
 * @module
 */
import { wrong } from "../../ground/check.ts";
import { parseUrl } from "../../lib/url.ts";
import type { LinkView, ShowLink } from "../../protocol/link_view.ts";
import { readReturnAddress, RETURN_RULE } from "../../protocol/return_address.ts";

export type { LinkView, ShowLink } from "../../protocol/link_view.ts";

/** How the system browser closed. */
export interface BrowserResult {
  /** `success` if it was redirected to the return address. Otherwise, the user closed it. */
  readonly type: string;
  /** The address, with `success`. */
  readonly url?: string;
}

/** Options of {@linkcode systemBrowser}. */
export interface SystemBrowserOptions {
  /**
   * Opens a URL in the system browser, and resolves once the browser was redirected to the return
   * address or closed: Expo's `WebBrowser.openAuthSessionAsync`.
   */
  readonly open: (url: string, returnUrl: string) => Promise<BrowserResult>;
  /** Closes the browser: Expo's `WebBrowser.dismissAuthSession`. Optional. */
  readonly dismiss?: () => unknown;
  /**
   * Address that opens the app: an `https` address, or a scheme that is a reversed domain
   * (`com.example.app://acct`).
   */
  readonly returnUrl: string;
}

/** Functions that React Native lacks: their names, checks and remedies. */
const needs: readonly (readonly [name: string, isThere: () => unknown, advice: string])[] = [
  [
    "crypto.subtle",
    () => globalThis.crypto?.subtle && crypto.getRandomValues(new Uint8Array(1)),
    "install react-native-quick-crypto, and call its install() first",
  ],
  [
    "TextDecoder",
    () => new TextDecoder("utf-8", { fatal: true }),
    "use Expo 52 or later, or install a polyfill that supports the option fatal",
  ],
  [
    "URL",
    () => parseUrl("https://keys.example:8443/link")?.host === "keys.example:8443",
    "use Expo 50 or later, or import react-native-url-polyfill/auto first",
  ],
];

/**
 * Creates `preference.onLink` for React Native. The browser opens with each request, and returns to the
 * app after the answer. If the user closes it, the requests reject with `user_rejected`. Adds
 * `AbortSignal.timeout` if the runtime lacks it.
 *
 * @throws {AcctError} `invalid_params` for a return address that is not an app's, and for functions that
 * the runtime lacks
 */
export function systemBrowser({ open, dismiss, returnUrl }: SystemBrowserOptions): ShowLink {
  if (readReturnAddress(returnUrl, true) === null) throw wrong("returnUrl", RETURN_RULE);
  for (const [name, isThere, advice] of needs) {
    if (!isPresent(isThere)) throw wrong(name, `is missing: ${advice}`);
  }
  addTimeouts();
  /** The newest link, or `null` while no request waits. */
  let view: LinkView | null = null;
  /** Counts the links that were removed. */
  let removed = 0;
  let isOpen = false;
  const show = async (first: LinkView): Promise<void> => {
    isOpen = true;
    const at = removed;
    const result = await Promise.resolve().then(() => open(first.url, returnUrl)).catch(
      (cause: unknown) => ({ type: "failed", cause }),
    );
    isOpen = false;
    if (view === null) return;
    // A request that came after the removal waits until the browser is free.
    if (removed > at) return await show(view);
    if ("cause" in result) view.fail(result.cause);
    else if (result.type === "locked") view.fail(new Error("Another browser is open."));
    else view.returned(result.type === "success" ? result.url ?? null : null);
  };
  const onLink = (next: LinkView | null): void => {
    view = next;
    if (next !== null) {
      if (!isOpen) void show(next);
      return;
    }
    removed++;
    if (!isOpen) return;
    try {
      dismiss?.();
    } catch { /* Android closes the browser with the return address */ }
  };
  return Object.assign(onLink, { returnUrl });
}

function isPresent(isThere: () => unknown): boolean {
  try {
    return Boolean(isThere());
  } catch {
    return false;
  }
}

function addTimeouts(): void {
  if ("timeout" in AbortSignal) return;
  Object.assign(AbortSignal as object, {
    timeout(milliseconds: number): AbortSignal {
      const end = new AbortController();
      setTimeout(() => end.abort(), milliseconds);
      return end.signal;
    },
  });
}
