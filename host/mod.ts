/** The wallet host: how its page is served. @module */
export { type HostFiles, serveHost } from "./serve.ts";
