/**
 * Limits a wallet to the accounts that the user connected to a site, until the user disconnects it.
 *
 * @module
 */
import type { Address } from "../../lib/hex.ts";
import { AcctError } from "../../ground/errors.ts";
import { eitherSignal } from "../../lib/signals.ts";
import type { AgentTerms } from "../../permission/agent/terms.ts";
import type { WalletGrantPermissionsResponse } from "../../permission/details.ts";
import type { Grant } from "../device/grants.ts";
import type { SentRequest } from "./requesters.ts";
import type { SiteBook } from "../device/sites.ts";
import type { AppView, DialogMethod } from "../../dialog/types.ts";
import type { ConnectedAccount, ParamsOf, ResultOf, Wallet } from "../../dialog/requests.ts";

/** Stores of sites at the wallet host. */
export interface SiteBooks {
  readonly sites: Pick<SiteBook, "has" | "put">;
  /** Stores the site that requested a permission. If absent, the sites are not stored. */
  readonly grants?: { put(grant: Grant): void | Promise<void> };
  /** Stores the site that requested an operation. */
  readonly requesters?: { put(request: SentRequest): void | Promise<void> };
  /**
   * Called with the first use of an account, and after each new connection or grant. Resolves once
   * the sites include the changes of other devices.
   */
  readonly onChange?: (account: Address) => Promise<unknown>;
}

/** Wraps a wallet for the requesting site. */
export function perSite(
  wallet: Wallet,
  app: AppView,
  { sites, grants, requesters, onChange }: SiteBooks,
  now: () => number = Date.now,
): Wallet {
  const seconds = () => Math.floor(now() / 1000);
  /** For each used account, resolves once the sites include the changes of other devices. */
  const current = new Map<Address, Promise<unknown>>();
  const note = (account: Address, since?: number) => {
    sites.put({
      origin: app.origin,
      account,
      name: app.name.slice(0, 100),
      lastUsed: seconds(),
      ...(since !== undefined && { since }),
    });
    if (since === undefined && current.has(account)) return current.get(account)!;
    const changing = onChange?.(account) ?? Promise.resolve();
    current.set(account, changing);
    return changing;
  };
  return {
    async ask<M extends DialogMethod>(
      method: M,
      params: ParamsOf[M],
      options: Parameters<Wallet["ask"]>[2],
    ): Promise<ResultOf[M]> {
      const { account } = params as { readonly account?: Address };
      const ended = new AbortController();
      const revoked = new AcctError("connection_revoked");
      if (account !== undefined) {
        const isConnected = () => sites.has(app.origin, account);
        if (!isConnected()) throw revoked;
        // The user may have disconnected the site on another device.
        void note(account).then(() => isConnected() || ended.abort());
      }
      const signal = eitherSignal(options.signal, ended.signal);
      const onSent = (id: string | null) => {
        if (id !== null && account !== undefined && method === "wallet_sendCalls") {
          const isChosen = (params as ParamsOf["wallet_sendCalls"]).id !== undefined;
          void requesters?.put({ id, isChosen, account, origin: app.origin });
        }
        options.onSent?.(id);
      };
      const asked = wallet.ask(method, params, { ...options, signal, onSent });
      const result = await asked.catch((error) => {
        // A request that may have been sent reports that instead.
        const isEnded = ended.signal.aborted && error?.data?.cause === "aborted";
        throw isEnded ? revoked : error;
      });
      if (isConnection(result)) void note(result.account.address, seconds());
      if (isGrant(result) && account !== undefined) {
        const { permissionId: id, spender } = result;
        const { agent } = params as { readonly agent?: AgentTerms };
        const by = { account, origin: app.origin, at: seconds() };
        await grants?.put({ id, spender, ...by, ...(agent && { agent }) });
        void onChange?.(account);
      }
      return result;
    },
    dispose: wallet.dispose,
  };
}

/** Returns true for the result of connecting, the only result with an account's record. */
function isConnection(result: unknown): result is ConnectedAccount {
  const { account } = (result ?? {}) as { readonly account?: unknown };
  return typeof account === "object" && account !== null;
}

/** Returns true for the result of granting, the only one with the id of a permission. */
function isGrant(result: unknown): result is WalletGrantPermissionsResponse {
  const { permissionId } = (result ?? {}) as { readonly permissionId?: unknown };
  return typeof permissionId === "string";
}
