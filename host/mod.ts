/** Serves the wallet host's page. @module */
export { type BuildOrigin, type HostManifest, MANIFEST_PATH } from "./manifest.ts";
export {
  isRegistrable,
  RELATED_ORIGINS_PATH,
  relatedOriginsJson,
  relatedProblem,
} from "./related.ts";
export { type HostFiles, type HostSettings, serveHost } from "./serve.ts";
