/** Types of the libraries that this package plugs into, by the names they have there. @module */

/** wagmi's configuration. See https://wagmi.sh/core/api/createConfig */
export type Config = import("wagmi").Config;

/** A connector of wagmi. See https://wagmi.sh/core/api/createConnector */
export type Connector = import("wagmi").Connector;

/** What makes a connector of wagmi. */
export type CreateConnectorFn<
  provider = unknown,
  properties extends Record<string, unknown> = Record<string, unknown>,
> = import("wagmi").CreateConnectorFn<provider, properties>;

/** Result of a mutation hook. See https://tanstack.com/query/latest/docs/framework/react */
export type UseMutationResult<data, variables, context = unknown> =
  import("@tanstack/react-query").UseMutationResult<data, Error, variables, context>;

/** Options of a mutation hook. */
export type UseMutationOptions<data, variables, context = unknown> =
  import("@tanstack/react-query").UseMutationOptions<data, Error, variables, context>;

/** Options of a single call of `mutate`. */
export type MutateOptions<data, variables, context = unknown> =
  import("@tanstack/react-query").MutateOptions<data, Error, variables, context>;

/** Result of a query hook. */
export type UseQueryResult<data> = import("@tanstack/react-query").UseQueryResult<data, Error>;

/** Options of a query hook. */
export type UseQueryOptions<data, key extends readonly unknown[]> =
  import("@tanstack/react-query").UseQueryOptions<data, Error, data, key>;
