/**
 * Limits a wallet to the accounts that the user connected to a site, until the user disconnects it.
 *
 * @module
 */
import type { Address } from "../../lib/hex.ts";
import { AcctError } from "../../ground/errors.ts";
import type { AgentTerms } from "../../permission/agent/terms.ts";
import type { WalletGrantPermissionsResponse } from "../../permission/details.ts";
import type { GrantBook } from "../device/grants.ts";
import type { SiteBook } from "../device/sites.ts";
import type { AppView, DialogMethod } from "../../dialog/types.ts";
import type { ConnectedAccount, ParamsOf, ResultOf, Wallet } from "../../dialog/requests.ts";

/** Stores of sites at the wallet host. */
export interface SiteBooks {
  readonly sites: SiteBook;
  /** Returns the site that requested a permission. If absent, the sites are not stored. */
  readonly grants?: GrantBook;
}

/** Wraps a wallet for the requesting site. */
export function perSite(
  wallet: Wallet,
  app: AppView,
  { sites, grants }: SiteBooks,
  now: () => number = Date.now,
): Wallet {
  const note = (account: Address) =>
    sites.put({
      origin: app.origin,
      account,
      name: app.name.slice(0, 100),
      lastUsed: Math.floor(now() / 1000),
    });
  return {
    async ask<M extends DialogMethod>(
      method: M,
      params: ParamsOf[M],
      options: Parameters<Wallet["ask"]>[2],
    ): Promise<ResultOf[M]> {
      const { account } = params as { readonly account?: Address };
      if (account !== undefined) {
        if (!sites.has(app.origin, account)) throw new AcctError("connection_revoked");
        note(account);
      }
      const result = await wallet.ask(method, params, options);
      if (isConnection(result)) note(result.account.address);
      if (isGrant(result)) {
        const { permissionId: id, spender } = result;
        const { agent } = params as { readonly agent?: AgentTerms };
        const at = Math.floor(now() / 1000);
        grants?.put({ id, spender, origin: app.origin, at, ...(agent && { agent }) });
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
