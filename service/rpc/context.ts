/** Declares the parts of the service that the methods use. @module */
import type { AccountsContext } from "../accounts/context.ts";
import type { Assets } from "../assets/assets.ts";
import type { Fiat } from "../assets/fiat_prices.ts";
import type { Descriptors } from "../lib/descriptors.ts";
import type { Names } from "../names/names.ts";
import type { NoticesContext } from "../notices/context.ts";
import type { OperationsContext } from "../operations/context.ts";
import type { PayerContext } from "../payment/choose_payer.ts";
import type { Relayer } from "../accounts/relayer.ts";
import type { Faucet } from "./test_money.ts";

/** Limits how often a client does something. */
export interface ClientRate {
  /**
   * Counts requests of a client.
   *
   * @throws {AcctError} `limit_exceeded` with `retryAfter` in seconds
   */
  take(client: string, requests?: number): Promise<void>;
  /** Counts requests of a client, and returns whether they exceed the limit. */
  count(client: string, requests?: number): Promise<{ readonly exceeded: boolean }>;
}

/** Parts that the methods use. */
export interface RpcContext
  extends AccountsContext, OperationsContext, PayerContext, NoticesContext {
  /** Reads account balances. */
  readonly assets: Assets;
  /** Submits owner changes to the chains. */
  readonly relayer: Relayer;
  /** Names below the apps' ENS domains; null if the operator offers none. */
  readonly names: Names | null;
  /** Limits how often one client looks up and claims names. */
  readonly nameRates: { readonly looks: ClientRate; readonly claims: ClientRate };
  /** Limits how often one client lists approvals. */
  readonly approvalRate: Pick<ClientRate, "take">;
  /** Limits how often one client reads and writes synced data. */
  readonly syncRate: Pick<ClientRate, "take">;
  /** Prices of tokens in the operator's currency, for display. */
  readonly fiat: Fiat;
  /** The operator's copy of the public registry of descriptors. */
  readonly descriptors?: Descriptors;
  /** Provides test money; development stacks only. */
  readonly faucet?: Faucet;
  /** Public key with which browsers subscribe to notices, or null without notices. */
  readonly pushKey: string | null;
}
