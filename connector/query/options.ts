/** What callers may set of a query or mutation. @module */
import { given } from "../actions/connector.ts";
import type { Config, UseMutationOptions, UseQueryOptions } from "../host_types.ts";

/** Options of a mutation; the SDK sets function and key. */
export interface MutationParameters<data, variables, context = unknown> {
  /** Configuration; the one of the provider component if absent. */
  readonly config?: Config | undefined;
  /** Options of the query library. */
  readonly mutation?:
    | Omit<
      UseMutationOptions<data, variables, context>,
      "mutationFn" | "mutationKey" | "throwOnError"
    >
    | undefined;
}

/** Options of a query; the SDK sets function, key, and how long results are kept. */
export interface QueryParameters<data> {
  /** Configuration; the one of the provider component if absent. */
  readonly config?: Config | undefined;
  /** Options of the query library. */
  readonly query?:
    | Omit<
      UseQueryOptions<data, SdkQueryKey>,
      "queryFn" | "queryKey" | "queryKeyHashFn" | "gcTime" | "staleTime"
    >
    | undefined;
}

/** Keys begin with `acct`, so they never meet wagmi's own. */
export type SdkQueryKey = readonly [
  scope: "acct",
  name: string,
  parameters: Readonly<Record<string, unknown>>,
];

/** What a query is made of. */
export interface SdkQueryOptions<data> {
  /** The key. */
  readonly queryKey: SdkQueryKey;
  /** Fetches it. */
  readonly queryFn: () => Promise<data>;
  /** Milliseconds for which a result is fresh. */
  readonly staleTime: number;
  /** Milliseconds for which an unused result is kept. */
  readonly gcTime: number;
}

/** What a mutation is made of. */
export interface SdkMutationOptions<data, variables> {
  /** The key. */
  readonly mutationKey: readonly [scope: "acct", name: string];
  /** Does it. */
  readonly mutationFn: (variables: variables) => Promise<data>;
}

/** A key of plain JSON: connectors by their uid, nothing that is undefined. */
export function keyOf(
  name: string,
  { connector, ...parameters }: Readonly<Record<string, unknown>>,
): SdkQueryKey {
  const uid = (connector as { readonly uid?: string } | undefined)?.uid;
  return ["acct", name, given({ ...parameters, connector: uid })];
}
