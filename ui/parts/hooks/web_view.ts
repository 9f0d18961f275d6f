/** Detects in-app browsers. @module */

/**
 * Returns whether a page runs in an app's web view, according to the user agent. There, passkeys
 * may fail without a prompt although WebAuthn exists, with the same error as a cancellation.
 *
 * @see https://developer.chrome.com/docs/webview/user-agent Android's contains `wv`
 */
export function isWebView(userAgent: string): boolean {
  const android = /\bAndroid\b.*;\s*wv\)/.test(userAgent);
  // Apple's web views do not contain a browser name.
  const apple = /\bMac OS X\b.*\bAppleWebKit\//.test(userAgent) && !/\bSafari\//.test(userAgent);
  return android || apple;
}
