/** Context of the handlers of a page's requests. @module */
import type { ServiceClient } from "../../client/client.ts";
import type { DialogMethod } from "../../dialog/request.ts";
import type { EventMap } from "../../protocol/events.ts";
import type { Definition, Load } from "../../protocol/definition.ts";
import type { MethodName, MethodSchema } from "../../protocol/methods.ts";
import type { ConnectedAccount, ParamsOf, ResultOf, SiweRequest } from "../../protocol/requests.ts";
import type { ConnectedPage } from "../connected.ts";
import type { ResolvedOptions } from "../resolve_options.ts";
import type { Session } from "../session.ts";
import type { SharedEvent } from "../tabs.ts";

/** Steps that belong together. */
export type Flow = { readonly id: string; readonly step: number; readonly steps: number };

/** Capabilities that a connection is made with. */
export interface ConnectCapabilities {
  /** Sign-in to sign. */
  readonly siwe?: SiweRequest | undefined;
  /** Text records of a new account's name; the wallet reads them. */
  readonly texts?: unknown;
}

/** Context of every handler. */
export interface PageContext {
  /** The options. */
  readonly options: ResolvedOptions;
  /** The page's origin, or `null` outside of a page. */
  readonly origin: string | null;
  /** Ends the request. */
  readonly signal: AbortSignal;
  /** The session, or `null`. */
  session(): Session | null;
  /** The current chain. */
  chainId(): number;
  /** Changes the current chain. */
  setChain(chainId: number): void;
  /** Sends a request to the wallet. A success renews the session. */
  ask<M extends DialogMethod>(method: M, params: ParamsOf[M], flow?: Flow): Promise<ResultOf[M]>;
  /** Connects, and begins the session. */
  connect(capabilities?: ConnectCapabilities, flow?: Flow): Promise<ConnectedAccount>;
  /** Ends the session. */
  disconnect(): void;
  /** Emits an event here and in the other tabs. */
  emit<E extends SharedEvent>(event: E, payload: EventMap[E]): void;
  /** Loads what reads from the service. */
  load(): Promise<ConnectedPage>;
}

/** Context of the handlers that read from the service. */
export interface ServiceContext extends PageContext {
  /** The service. */
  readonly service: ServiceClient;
}

/** Answers a method whose parameters were read. */
export type Handler<
  M extends MethodName,
  Params = void,
  Context extends PageContext = ServiceContext,
> = (context: Context, params: Params) => Promise<MethodSchema[M]["result"]>;

/** A method's definition with its handler. */
export interface Entry<Result, L extends Load, Context extends PageContext> {
  /** Reads the parameters. */
  readonly definition: Definition<unknown, L>;
  /** Answers. */
  readonly run: (context: Context, params: never) => Promise<Result>;
}

/** Methods whose handlers come with the provider. */
export type FirstMethod =
  | "eth_accounts"
  | "eth_chainId"
  | "eth_coinbase"
  | "eth_requestAccounts"
  | "net_version"
  | "wallet_connect"
  | "wallet_disconnect";

/** Handlers of these methods. */
export type Handlers<
  Methods extends MethodName,
  L extends Load,
  Context extends PageContext = ServiceContext,
> = { readonly [M in Methods]: Entry<MethodSchema[M]["result"], L, Context> };

/** Puts a definition and its handler together. */
export function handle<Params, Result, L extends Load, Context extends PageContext>(
  definition: Definition<Params, L>,
  run: (context: Context, params: Params) => Promise<Result>,
): Entry<Result, L, Context> {
  return { definition, run };
}

/**
 * Answers with a handler: what the definition refuses is refused before anything else happens.
 *
 * @throws {AcctError} `invalid_params`, at once
 */
export function runEntry<Context extends PageContext>(
  { definition, run }: Entry<unknown, Load, Context>,
  context: Context,
  params: unknown,
): Promise<unknown> {
  const read = definition.params.read({ value: params, path: "params", origin: context.origin });
  return run(context, read as never);
}

/** Finds a handler; names that objects have by themselves find none. */
export function findEntry<Context extends PageContext>(
  handlers: Readonly<Record<string, Entry<unknown, Load, Context>>>,
  method: string,
): Entry<unknown, Load, Context> | undefined {
  return Object.hasOwn(handlers, method) ? handlers[method] : undefined;
}
