/** Path of the manifest, for the page and its server. @module */

/** Path of the manifest. */
export const MANIFEST_PATH = "/.well-known/acct-host.json";
