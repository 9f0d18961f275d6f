/** Serves the wallet host's page. @module */
export { type HostFiles, type HostSettings, serveHost } from "./serve.ts";
