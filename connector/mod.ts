/**
 * The connector, hooks and actions for wagmi.
 *
 * @module
 */
export { acct } from "./acct.ts";
export type { AcctConnectorFn, AcctConnectorProperties, AcctParameters } from "./connector.ts";
export { NotConnectedError } from "./errors.ts";
export { Mode } from "@sdk/core/mode";
export * from "./actions/mod.ts";
export * from "./hooks/mod.ts";
export * as Actions from "./actions/mod.ts";
export * as Hooks from "./hooks/mod.ts";
export * as Query from "./query/mod.ts";
export type * from "./types.ts";
