/**
 * The connector, hooks and actions for wagmi.
 *
 * @example
 * ```ts
 * import { acct } from "@sdk/connector";
 * import { type Config, createConfig, http } from "wagmi";
 * import { base } from "wagmi/chains";
 *
 * export const config: Config = createConfig({
 *   chains: [base],
 *   connectors: [acct({ apiKey: "pk_live_…", appName: "My shop", defaultChainId: base.id })],
 *   transports: { [base.id]: http() },
 * });
 * ```
 *
 * @module
 */
export { acct } from "./acct.ts";
export type { AcctConnectorFn, AcctConnectorProperties, AcctParameters } from "./connector.ts";
export { NotConnectedError } from "./actions/errors.ts";
export { Mode } from "@sdk/core/mode";
export type {
  AcctCapabilitiesSchema,
  AcctOptions,
  Address,
  Cause,
  CauseRow,
  ErrorData,
  EventMap,
  EventName,
  Hex,
  JawTheme,
  LinkView,
  Listener,
  OwnerSigner,
  OwnerTypedData,
  PaymasterOption,
  Preference,
  ProviderInterface,
  RequestArguments,
  RequestFn,
  RequestOptions,
  RequestOverride,
  ShowLink,
  Theme,
  Transport,
  UIHandler,
  UIHandlerConfig,
} from "@sdk/core";
export type * from "./types/peers.ts";
export * from "./actions/mod.ts";
export * from "./hooks/mod.ts";
export type { MutationParameters, QueryParameters, SdkQueryKey } from "./query/options.ts";
export type { CallOptions } from "./hooks/mutation.ts";
/** The actions as one namespace. */
export * as Actions from "./actions/mod.ts";
/** The hooks as one namespace. */
export * as Hooks from "./hooks/mod.ts";
/** Query and mutation options with their keys. */
export * as Query from "./query/mod.ts";
export type * from "./types/provider.ts";
