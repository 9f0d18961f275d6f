/** Serves the wallet host's page. @module */
export type { BuildOrigin, HostFiles } from "./serve/files.ts";
export type { HostManifest } from "./serve/manifest.ts";
export { MANIFEST_PATH } from "./serve/manifest_path.ts";
export { RELATED_ORIGINS_PATH, relatedOriginsJson } from "../core/passkey/related.ts";
export { type HostSettings, serveHost } from "./serve/serve.ts";
