/**
 * Chooses account and sponsor, from the request or otherwise from session and options, and checks
 * the chain.
 *
 * @module
 */
import { randomId } from "../../lib/random_id.ts";
import { type Address, isAddressEqual } from "viem";
import { AcctError } from "../../ground/errors.ts";
import type { SponsorRequest } from "../../dialog/requests.ts";
import { readSponsor } from "../../schema/sponsor.ts";
import type { Flow, PageContext, ServiceContext } from "./context.ts";

/**
 * Throws if an account may not make this request; the account is `null` before one is connected.
 */
export type Refuse = (account: Address | null) => void;

/**
 * Calls `run` with the connected account. Without a session it connects first, as the first step of
 * the same flow. With a session, there is no `await` before the call, so that a popup can open in
 * the click. Rejected requests open no popup.
 *
 * @throws {AcctError} `unauthorized` if `wanted` is not the connected account, or if the connected
 * account changed while the request waited for its code
 */
export function asAccount<T>(
  context: PageContext,
  { wanted, refuse }: {
    readonly wanted?: Address | undefined;
    readonly refuse?: Refuse | undefined;
  },
  run: (account: Address, flow?: Flow) => Promise<T>,
): Promise<T> {
  const allow = (account: Address) => {
    if (wanted !== undefined && !isAddressEqual(wanted, account)) {
      throw new AcctError("unauthorized", { detail: `(${wanted})` });
    }
    refuse?.(account);
    return account;
  };
  const current = context.session()?.account.address;
  // If the app names an account, the connect dialog would offer other accounts.
  const due = context.account ?? (current ? undefined : wanted);
  if (due && due !== current) throw new AcctError("unauthorized");
  if (current) return run(allow(current));
  refuse?.(null);
  const flow = { id: randomId(), step: 1, steps: 2 };
  return context.connect(undefined, flow).then(({ account }) =>
    run(allow(account.address), { ...flow, step: 2 })
  );
}

/**
 * Rejects a chain that the service does not support, before a window opens. The current chain is
 * supported, so only requests for another chain wait for this check. If the service is unreachable,
 * the wallet decides.
 *
 * @throws {AcctError} `chain_unsupported` (5710) for batches, else `chain_unknown`
 */
export async function requireChain(
  { service, signal }: ServiceContext,
  chainId: number,
  cause: "chain_unknown" | "chain_unsupported" = "chain_unknown",
): Promise<void> {
  const known = await service.configuration(signal).catch(() => undefined);
  if (known?.chains.every(({ id }) => id !== chainId)) {
    throw new AcctError(cause, { detail: `(chain ${chainId})` });
  }
}

/** Chooses who pays: the request's own paymaster service, then the chain's, then none. */
export function chooseSponsor(
  { options }: PageContext,
  chainId: number,
  requested: SponsorRequest | undefined,
): { paymaster?: SponsorRequest } {
  if (requested !== undefined) return { paymaster: requested };
  const value = options.paymasters?.[chainId];
  if (value === undefined) return {};
  return { paymaster: readSponsor({ value, path: `paymasters[${chainId}]` }) };
}

/** Returns the account to read: the named one, or otherwise the connected one. */
export function accountToRead(context: PageContext, named: Address | undefined): Address {
  const account = named ?? context.session()?.account.address;
  if (account === undefined) throw new AcctError("unauthorized");
  return account;
}
