/** Determines why a window closed before it answered. Loaded when that happens. @module */

/** Time limit for the headers of page and host. */
const TIMEOUT_MS = 2_000;

/** Policies of the page that sever its windows, which then appear closed. */
const cutsWindows = /^\s*same-origin\s*(?:;|$)/i;
/** Policies of the host that sever it from its opener. */
const cutsOpener = /^\s*(?:same-origin|same-origin-allow-popups|noopener-allow-popups)\s*(?:;|$)/i;

/**
 * Reads the Cross-Origin-Opener-Policy of the page and of the wallet host. If a policy severs the
 * window, the developer has to change it; otherwise, the user closed the window.
 *
 * @param hostUrl the wallet host's page in the window
 * @see https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies
 */
export async function causeOfClosed(hostUrl: string): Promise<"window_closed" | "window_lost"> {
  // In a frame, the policy of the top page applies, which cannot be read.
  if ((globalThis.top ?? self) !== self) return "window_lost";
  // Only `same-origin` isolates a page. The page's own policy may block reading the header.
  if (globalThis.crossOriginIsolated) return "window_lost";
  const [page, host] = await Promise.all([policyOf(location.href), policyOf(hostUrl)]);
  return cutsWindows.test(page) || cutsOpener.test(host) ? "window_lost" : "window_closed";
}

/** Returns the policy at a URL; empty if it does not exist or cannot be read. */
async function policyOf(url: string): Promise<string> {
  try {
    const { headers } = await fetch(url, {
      method: "HEAD",
      credentials: "same-origin",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return headers.get("cross-origin-opener-policy") ?? "";
  } catch {
    return "";
  }
}
