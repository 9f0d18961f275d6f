/** Detects in-app browsers. @module */

/**
 * Returns whether a page runs in an app's web view, as far as the user agent tells. There, passkeys
 * may fail without a prompt although WebAuthn exists, with the same error as a cancellation.
 *
 * @see https://developer.chrome.com/docs/webview/user-agent Android's contains `wv`
 */
export function isWebView(userAgent: string): boolean {
  const android = /\bAndroid\b.*;\s*wv\)/.test(userAgent);
  // Apple's web views name no browser.
  const apple = /\bMac OS X\b.*\bAppleWebKit\//.test(userAgent) && !/\bSafari\//.test(userAgent);
  return android || apple;
}
