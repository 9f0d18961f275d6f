/** Serves the wallet host's page. @module */
export { type BuildOrigin, type HostManifest, MANIFEST_PATH } from "./manifest.ts";
export { RELATED_ORIGINS_PATH, relatedOriginsJson } from "../core/passkey/related.ts";
export { type HostFiles, type HostSettings, serveHost } from "./serve.ts";
