/** Builds the manifest of the extension for both browsers. @module */

/** Browsers with a manifest. */
export type Target = "chromium" | "firefox";

/** Contents of a manifest. */
export interface ManifestOptions {
  readonly target: Target;
  readonly name: string;
  readonly version: string;
  /** Base URL of the wallet host. */
  readonly keysUrl: string;
  /** Public key of the extension in Chromium (base64), which determines its id. */
  readonly publicKey: string | null;
  /** Id of the extension in Firefox. */
  readonly firefoxId: string;
}

/** Pages on which the wallet is announced. */
const SITES = ["http://*/*", "https://*/*"];

/** Content scripts of every page. */
const siteScripts = [
  { js: ["content.js"], world: "ISOLATED" },
  { js: ["page.js"], world: "MAIN" },
].map((script) => ({
  ...script,
  matches: SITES,
  all_frames: true,
  // Frames without a URL, which inherit the origin of their page.
  match_origin_as_fallback: true,
  run_at: "document_start",
}));

/** Returns the manifest. */
export function manifest(options: ManifestOptions): Record<string, unknown> {
  const { target, name, version, keysUrl, publicKey, firefoxId } = options;
  const isFirefox = target === "firefox";
  return {
    manifest_version: 3,
    name,
    version,
    description: "Use your passkey wallet on any site. No keys are stored in the extension.",
    icons: { 128: "icon-128.png", 48: "icon-48.png", 16: "icon-16.png" },
    action: { default_popup: "popup.html", default_title: name },
    background: isFirefox ? { scripts: ["background.js"] } : { service_worker: "background.js" },
    permissions: ["storage", "scripting"],
    host_permissions: SITES,
    content_scripts: isFirefox
      ? [...siteScripts.map(forFirefox), {
        js: ["host_bridge.js"],
        matches: [hostPattern(keysUrl, false)],
        run_at: "document_start",
      }]
      : siteScripts,
    content_security_policy: {
      extension_pages: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
        "connect-src https: http://localhost:* http://*.localhost:*; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
    // Private windows share the storage of other windows, and would reveal connected sites.
    incognito: "not_allowed",
    ...(isFirefox
      ? { browser_specific_settings: { gecko: { id: firefoxId, strict_min_version: "128.0" } } }
      : {
        minimum_chrome_version: "119",
        // Without `ids`, no other extension can connect.
        externally_connectable: { matches: [hostPattern(keysUrl, true)] },
        ...(publicKey !== null && { key: publicKey }),
      }),
  };
}

/** Firefox before version 131 reports an unknown member. */
function forFirefox({ match_origin_as_fallback: _, ...script }: typeof siteScripts[number]) {
  return { ...script, match_about_blank: true };
}

/** Returns the match pattern of the wallet host's pages; ports exist in Chromium only. */
function hostPattern(keysUrl: string, withPort: boolean): string {
  const { protocol, host, hostname } = new URL(keysUrl);
  return `${protocol}//${withPort ? host : hostname}/*`;
}

/** Returns the id that Chromium derives from a public key. */
export async function chromiumId(publicKey: string): Promise<string> {
  const bytes = Uint8Array.from(atob(publicKey), (char) => char.charCodeAt(0));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).subarray(0, 16);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")
    .replace(/./g, (digit) => String.fromCharCode(97 + parseInt(digit, 16)));
}
