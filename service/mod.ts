/** The service behind the SDK. @module */
export { createService, type Service, type ServiceOptions } from "./service.ts";
export type { ChainConfig, SponsorConfig } from "./chain/config.ts";
export {
  createKey,
  ensureProject,
  type Key,
  listKeys,
  type NewKey,
  revokeKey,
} from "./keys/keys.ts";
export { developmentPolicy, type Policy } from "./sponsor/policy.ts";
