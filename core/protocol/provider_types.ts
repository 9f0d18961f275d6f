/** Types of the provider (EIP-1193). @module */
import type { EventName, Listener } from "./events.ts";
import type { MethodParams, MethodResult } from "./methods.ts";

/** A request (EIP-1193). */
export interface RequestArguments<M extends string = string> {
  /** Name of the method. */
  readonly method: M;
  /** Its parameters. */
  readonly params?: MethodParams<M>;
}

/** An EIP-1193 provider. */
export interface ProviderInterface {
  /**
   * Sends a request; it ends in one result or one `AcctError`. Parameters and result are typed by
   * the method, see {@linkcode MethodSchema}.
   *
   * @param options `signal` withdraws the request
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

/** A provider with its end. */
export interface OwnedProvider {
  /** The provider. */
  readonly provider: ProviderInterface;
  /** Ends the session and every request, and lets go of everything. */
  disconnect(): void;
}
