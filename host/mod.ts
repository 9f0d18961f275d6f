/** Serves the wallet host's page. @module */
export { type BuildOrigin, type HostManifest, MANIFEST_PATH } from "./manifest.ts";
export { type HostFiles, type HostSettings, serveHost } from "./serve.ts";
