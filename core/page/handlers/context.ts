/** Defines the context of request handlers. @module */
import type { Address } from "../../lib/hex.ts";
import type { ServiceClient } from "../../client/client.ts";
import type { OwnTransactions } from "../../client/own_transactions.ts";
import type { DialogMethod } from "../../dialog/types.ts";
import type { TextRecord } from "../../names/claim.ts";
import type { At } from "../../ground/check.ts";
import type { EventMap } from "../../protocol/events.ts";
import type { Entry } from "../../schema/handle.ts";
import type { MethodName, MethodSchema } from "../../protocol/methods.ts";
import type {
  ConnectedAccount,
  ParamsOf,
  ResultOf,
  SiweRequest,
  Wallet,
} from "../../dialog/requests.ts";
import type { Storage } from "../../lib/storage.ts";
import type { ResolvedOptions } from "../options/resolve_options.ts";
import type { Session } from "../session/session.ts";

/** Steps of one flow. */
export type Flow = { readonly id: string; readonly step: number; readonly steps: number };

/** Capabilities of a connection request. */
export interface ConnectCapabilities {
  /** Sign-in message to sign. */
  readonly siwe?: SiweRequest | undefined;
  /** Text records of a new account's name. */
  readonly texts?: readonly TextRecord[] | undefined;
}

/** The part of a page that reads from the service. */
export interface ConnectedPage {
  /** Client of the service. */
  readonly service: ServiceClient;
  /**
   * Reads the capabilities of a connection that need more than the first load, before its window opens.
   *
   * @throws {AcctError} `invalid_params` with the field
   */
  readCapabilities(
    at: At,
    page: Pick<PageContext, "options" | "origin" | "signal">,
    siwe: SiweRequest | undefined,
  ): Promise<ConnectCapabilities>;
  /** Opens or closes the change stream after a change of the listeners or the account. */
  refresh(): void;
  /**
   * Opens the wallet on another device. It ends the connection once the session is closed. Absent
   * where no other device is asked.
   */
  openLink?(storage: Storage): Promise<Wallet>;
  /** Watches for the outcome of a bundle. */
  watch(id: string): void;
  /**
   * Reads the parameters of a method and answers.
   *
   * @throws {AcctError} `method_unsupported`, synchronously
   */
  answer(method: string, context: PageContext, params: unknown): Promise<unknown>;
  /**
   * Waits until a transaction is final, and returns its hash.
   *
   * @throws {AcctError} `reverted` if it failed, `operation_refused` if it was never included
   */
  land: OwnTransactions["land"];
}

/** Context of every handler. */
export interface PageContext {
  /** Resolved options. */
  readonly options: ResolvedOptions;
  /** The page's origin, or `null` outside of a page. */
  readonly origin: string | null;
  /** Aborts the request. */
  readonly signal: AbortSignal;
  /**
   * Account that was connected when the request was received, if any. No other account is prompted.
   */
  readonly account: Address | null;
  /** Returns the session, or `null`. */
  session(): Session | null;
  /**
   * Returns the current chain; for a request that waited for its code, the chain at its arrival.
   */
  chainId(): number;
  /** Changes the current chain. */
  setChain(chainId: number): void;
  /** Sends a request to the wallet. Success extends the session. */
  ask<M extends DialogMethod>(method: M, params: ParamsOf[M], flow?: Flow): Promise<ResultOf[M]>;
  /** Sends a request that uses no passkey and does not change the session. */
  show<M extends DialogMethod>(method: M, params: ParamsOf[M], flow?: Flow): Promise<ResultOf[M]>;
  /** Connects, and starts the session. */
  connect(capabilities?: ConnectCapabilities, flow?: Flow): Promise<ConnectedAccount>;
  /** Closes the session. */
  disconnect(): void;
  /** Emits an event in this page, before the service's stream contains it. */
  emit<E extends "assetsChanged" | "permissionsChanged">(event: E, payload: EventMap[E]): void;
  /** Loads the code that reads from the service; an abort cancels the wait. */
  load(): Promise<ConnectedPage>;
  /** Returns that code, once loaded. */
  loaded(): ConnectedPage | undefined;
}

/** Context of the handlers that read from the service. */
export interface ServiceContext extends PageContext {
  /** Client of the service. */
  readonly service: ServiceClient;
}

/** Handles a method with its validated parameters. */
export type Handler<
  M extends MethodName,
  Params = void,
  Context extends PageContext = ServiceContext,
> = (context: Context, params: Params) => Promise<MethodSchema[M]["result"]>;

/** Handlers by method. */
export type Handlers<
  Methods extends MethodName,
  Context extends PageContext = ServiceContext,
> = { readonly [M in Methods]: Entry<MethodSchema[M]["result"], Context> };
