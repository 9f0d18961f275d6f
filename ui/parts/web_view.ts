/** Pages that an app shows in a web view of its own. @module */

/**
 * Whether a page is in a web view, as far as the browser's name tells. There, passkeys may be refused
 * without a prompt though WebAuthn is there, with the very error that a cancel gives.
 *
 * @see https://developer.chrome.com/docs/webview/user-agent Android's says `wv`
 */
export function isWebView(userAgent: string): boolean {
  const android = /\bAndroid\b.*;\s*wv\)/.test(userAgent);
  // Apple's engine names no browser there.
  const apple = /\bMac OS X\b.*\bAppleWebKit\//.test(userAgent) && !/\bSafari\//.test(userAgent);
  return android || apple;
}
