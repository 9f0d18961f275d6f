/** Defines the types of the provider (EIP-1193). @module */
import type { EventName, Listener } from "./events.ts";
import type { MethodParams, MethodResult } from "./methods.ts";

/** A request (EIP-1193). */
export interface RequestArguments<M extends string = string> {
  /** Name of the method. */
  readonly method: M;
  /** Parameters of the method. */
  readonly params?: MethodParams<M>;
}

/** An EIP-1193 provider. */
export interface ProviderInterface {
  /**
   * Sends a request; it resolves with a result or rejects with an `AcctError`. The method
   * determines the types of parameters and result, see {@linkcode MethodSchema}.
   *
   * @param options `signal` aborts the request
   */
  request<M extends string>(
    args: RequestArguments<M>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<MethodResult<M>>;
  /** Adds a listener. */
  on<E extends EventName>(event: E, listener: Listener<E>): void;
  /** Removes a listener. */
  removeListener<E extends EventName>(event: E, listener: Listener<E>): void;
}

/** A provider that can be disconnected. */
export interface OwnedProvider {
  /** The provider. */
  readonly provider: ProviderInterface;
  /** Ends the session and all requests, and releases all resources. */
  disconnect(): void;
}
