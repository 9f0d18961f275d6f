/** What the handlers of the methods stand on. @module */
import type { EventMap } from "../../protocol/events.ts";
import type { ResolvedOptions } from "../resolve_options.ts";
import type { ServiceClient } from "../../client/client.ts";
import type { Session } from "../session.ts";
import type { SharedEvent } from "../tabs.ts";
import type { ApprovalMethod } from "../../dialog/request.ts";
import type { ConnectedAccount, ParamsOf, ResultOf, SiweRequest } from "../../protocol/requests.ts";

/** Steps that belong together. */
export type Flow = { readonly id: string; readonly step: number; readonly steps: number };

/** What a page asks for while connecting. */
export interface Asked {
  /** To sign in. */
  readonly siwe?: SiweRequest | undefined;
  /** To store text records with a new account's name; the wallet reads them. */
  readonly texts?: unknown;
}

/** What a handler can do that needs nothing but the session and the wallet. */
export interface SessionContext {
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
  /** Asks the wallet. A success renews the session. */
  ask<M extends ApprovalMethod>(method: M, params: ParamsOf[M], flow?: Flow): Promise<ResultOf[M]>;
  /** Connects, and begins the session. */
  connect(asked?: Asked, flow?: Flow): Promise<ConnectedAccount>;
  /** Ends the session. */
  disconnect(): void;
  /** Raises an event here and in the other tabs. */
  raise<E extends SharedEvent>(event: E, payload: EventMap[E]): void;
}

/** What any handler can do. */
export interface RpcContext extends SessionContext {
  /** The service. */
  readonly service: ServiceClient;
}

/** Answers a method. */
export type Handler<Context extends SessionContext = RpcContext> = (
  context: Context,
  params: unknown,
) => Promise<unknown>;
