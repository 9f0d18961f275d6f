/** The service behind the SDK. @module */
export { createService, type Service, type ServiceOptions } from "./main/service.ts";
export type { ChainConfig, SponsorConfig } from "./chain/config.ts";
export {
  createKey,
  ensureProject,
  type Key,
  listKeys,
  type NewKey,
  revokeKey,
} from "./keys/keys.ts";
export type { NamesConfig } from "./names/config.ts";
export { type Link, linkDomain, linkStatement, type NewLink } from "./names/links.ts";
export { openRegistry } from "./names/registry.ts";
export { developmentPolicy, type Policy } from "./keys/policy.ts";
