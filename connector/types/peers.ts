/** Types of the peer dependencies, under their own names. @module */
import type * as query from "@tanstack/react-query";
import type * as wagmi from "wagmi";

/** wagmi's configuration. See https://wagmi.sh/core/api/createConfig */
export type Config = wagmi.Config;

/** Configuration that the app has registered with wagmi. See https://wagmi.sh/react/typescript */
export type RegisteredConfig = wagmi.ResolvedRegister["config"];

/** Ids of the chains of a configuration. */
export type ChainIdOf<config extends Config> = config["chains"][number]["id"];

/** A connector of wagmi. See https://wagmi.sh/core/api/createConnector */
export type Connector = wagmi.Connector;

/** Connector function of wagmi. See https://wagmi.sh/core/api/createConnector */
export type CreateConnectorFn<
  provider = unknown,
  properties extends Record<string, unknown> = Record<string, unknown>,
> = wagmi.CreateConnectorFn<provider, properties>;

/** Result of a mutation hook. See https://tanstack.com/query/latest/docs/framework/react */
export type UseMutationResult<data, variables, context = unknown> = query.UseMutationResult<
  data,
  Error,
  variables,
  context
>;

/** Options of a mutation hook. See https://tanstack.com/query/latest/docs/framework/react */
export type UseMutationOptions<data, variables, context = unknown> = query.UseMutationOptions<
  data,
  Error,
  variables,
  context
>;

/** Options of a single call of `mutate`. */
export type MutateOptions<data, variables, context = unknown> = query.MutateOptions<
  data,
  Error,
  variables,
  context
>;

/** Result of a query hook. */
export type UseQueryResult<data> = query.UseQueryResult<data, Error>;

/** Options of a query hook; `select` converts the result into the hook's data. */
export type UseQueryOptions<read, key extends readonly unknown[], data = read> =
  query.UseQueryOptions<read, Error, data, key>;
