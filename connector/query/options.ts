/** Shared types of query and mutation options. @module */
import { omitUndefined } from "../actions/connector.ts";
import type { Config, UseMutationOptions, UseQueryOptions } from "../types/peers.ts";

/** Options of a mutation; the SDK sets its function and key. */
export interface MutationParameters<
  data,
  variables,
  context = unknown,
  config extends Config = Config,
> {
  /** Configuration. Default: the provider component's configuration. */
  readonly config?: Config | config | undefined;
  /** Options of TanStack Query. */
  readonly mutation?:
    | Omit<
      UseMutationOptions<data, variables, context>,
      "mutationFn" | "mutationKey" | "throwOnError"
    >
    | undefined;
}

/** Options of a query; the SDK sets its function, key and cache times. `select` sets `data`. */
export interface QueryParameters<read, data = read, config extends Config = Config> {
  /** Configuration. Default: the provider component's configuration. */
  readonly config?: Config | config | undefined;
  /** Options of TanStack Query. */
  readonly query?:
    | Omit<
      UseQueryOptions<read, SdkQueryKey, data>,
      "queryFn" | "queryKey" | "queryKeyHashFn" | "gcTime" | "staleTime"
    >
    | undefined;
}

/** Query key. It starts with `acct`, so that it never collides with wagmi's. */
export type SdkQueryKey = readonly [
  scope: "acct",
  name: string,
  parameters: Readonly<Record<string, unknown>>,
];

/** Options that the SDK sets on a query. */
export interface SdkQueryOptions<data> {
  /** The key. */
  readonly queryKey: SdkQueryKey;
  /** Query function. */
  readonly queryFn: () => Promise<data>;
  /** Milliseconds for which a result is fresh. */
  readonly staleTime: number;
  /** Milliseconds for which an unused result is cached. */
  readonly gcTime: number;
}

/** Options that the SDK sets on a mutation. */
export interface SdkMutationOptions<data, variables> {
  /** The key. */
  readonly mutationKey: readonly [scope: "acct", name: string];
  /** Mutation function. */
  readonly mutationFn: (variables: variables) => Promise<data>;
}

/** Creates a JSON key: connectors by their uid, without properties that are `undefined`. */
export function createQueryKey(
  name: string,
  { connector, ...parameters }: Readonly<Record<string, unknown>>,
): SdkQueryKey {
  const uid = (connector as { readonly uid?: string } | undefined)?.uid;
  return ["acct", name, omitUndefined({ ...parameters, connector: uid })];
}
