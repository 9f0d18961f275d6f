/** Defines the types of the provider (EIP-1193). @module */
import type { EventName, Listener } from "./events.ts";
import type { MethodParams, MethodResult, RequestName, WalletSign } from "./methods.ts";

/**
 * A request (EIP-1193): `params` are required if the method has required ones. `V` is the version
 * of `wallet_sign`, which determines its result.
 */
export type RequestArguments<
  M extends RequestName = RequestName,
  V extends string | undefined = string | undefined,
> =
  & { readonly method: M }
  & RequestParams<M, V>;

/** Parameters of a request, distributed over the methods. */
export type RequestParams<
  M extends RequestName,
  V extends string | undefined = string | undefined,
> = M extends "wallet_sign" ? { readonly params: WalletSign<V>["params"] }
  : M extends RequestName
    ? readonly [] extends MethodParams<M> ? { readonly params?: MethodParams<M> | undefined }
    : { readonly params: MethodParams<M> }
  : never;

/** Types of a method that this package does not define, in viem's format. */
export interface RequestOverride {
  /** Name of the method. Default: any. */
  readonly Method?: string;
  /** Parameters of the method. */
  readonly Parameters?: unknown;
  /** Result of the method. */
  readonly ReturnType: unknown;
}

/** A request of a method that this package does not define. */
export type OverrideArguments<O extends RequestOverride> =
  & { readonly method: O["Method"] & string }
  & (O extends { readonly Parameters: infer P } ? { readonly params: P }
    : { readonly params?: O["Parameters"] });

/** Options of a request. */
export interface RequestOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends requests; the method determines the types of parameters and result. */
export interface RequestFn {
  /**
   * Sends a request; it resolves with a result or rejects with an `AcctError`.
   *
   * @see {@linkcode MethodSchema} and {@linkcode ChainReadSchema} for parameters and results
   */
  <M extends RequestName, V extends string | undefined = undefined>(
    args: RequestArguments<M, V>,
    options?: RequestOptions,
  ): Promise<M extends "wallet_sign" ? WalletSign<V>["result"] : MethodResult<M>>;
  /**
   * Sends a request of a method that this package does not define; its types are the type argument.
   * Without a type argument, the overload needs three impossible arguments, so that compilers name
   * only the first signature in their errors.
   *
   * @example
   * ```ts ignore
   * type NodeConfig = { Method: "eth_config"; ReturnType: { current: object } };
   * const { current } = await provider.request<NodeConfig>({ method: "eth_config" });
   * ```
   */
  <O extends RequestOverride = never>(
    ...request: [O] extends [never] ? [never, never, never]
      : [args: OverrideArguments<O>, options?: RequestOptions]
  ): Promise<O["ReturnType"]>;
}

/** Adds or removes a listener, and returns the provider; the event determines its payload. */
export interface ListenerFn {
  /** Accepts a listener of one event. */
  <E extends EventName>(event: E, listener: Listener<E>): ProviderInterface;
  /** Accepts a listener of any event; also makes the provider assignable to viem's. */
  (event: EventName, listener: Listener<EventName>): ProviderInterface;
}

/** An EIP-1193 provider, assignable to those types of viem and ethers. */
export interface ProviderInterface {
  /** Sends a request; it resolves with a result or rejects with an `AcctError`. */
  readonly request: RequestFn;
  /** Adds a listener. Adding it twice calls it twice, like Node's `EventEmitter`. */
  readonly on: ListenerFn;
  /** Removes a listener, once. */
  readonly removeListener: ListenerFn;
}

/** A provider that can be disconnected. */
export interface OwnedProvider {
  /** The provider. */
  readonly provider: ProviderInterface;
  /** Closes the session and all requests, and releases all resources. */
  disconnect(): void;
}
