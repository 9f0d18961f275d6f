/** The wallet host: how its page is served. @module */
export { type HostFiles, type HostSettings, serveHost } from "./serve.ts";
